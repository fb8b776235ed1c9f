import { invoiceFinalizing } from '../problems.ts';
import type { StoredInvoice } from '../store/invoices.ts';

/** Raises `invoiceFinalizing`: while hooks are asked about a draft, it is what they are asked about. */
export function refuseFinalizing({ id, finalizingStatus }: Pick<StoredInvoice, 'id' | 'finalizingStatus'>) {
  if (finalizingStatus === 'FINALIZING') throw invoiceFinalizing({ id });
}
