import { invoiceFinalizing } from '../problems.ts';
import type { StoredInvoice } from '../store/invoices.ts';

/** Raises `invoiceFinalizing`: a draft must not change while hooks check it. */
export function rejectFinalizing({ id, finalizingStatus }: Pick<StoredInvoice, 'id' | 'finalizingStatus'>) {
  if (finalizingStatus === 'FINALIZING') throw invoiceFinalizing({ id });
}
