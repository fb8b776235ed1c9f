import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { findComposite } from '../store/composites.ts';
import type { InvoiceRow, StoredInvoice } from '../store/invoices.ts';

/** Returns the collected invoice: for a merged one, that of its group. */
export async function findCollected(
  { tx, org }: Pick<ScheduledWorkContext, 'tx' | 'org'>,
  invoice: InvoiceRow,
): Promise<Pick<StoredInvoice, 'status' | 'totalAmount'>> {
  if (invoice.mergedInto === null) return invoice;
  const composite = await findComposite(tx, org, invoice.mergedInto);
  if (!composite) throw new Error(`invoice ${invoice.mergedInto} not found`);
  return composite;
}

/**
 * Decides whether an amount can be given back now (CREDIT), only later, or never (NOTHING). An invoice
 * issued with a negative total is not a refund.
 */
export function decideCredit({ status, totalAmount }: Pick<StoredInvoice, 'status' | 'totalAmount'>) {
  if (status === 'VOID') return 'NOTHING';
  if (status === 'REFUND_INITIATED' || status === 'DRAFT') return 'LATER';
  return status === 'REFUND_COMPLETED' && !totalAmount.isNegative() ? 'NOTHING' : 'CREDIT';
}
