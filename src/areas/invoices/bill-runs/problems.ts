import { problemKind } from '#platform/problem.ts';
import type { InvoiceInfo } from '../schema.ts';

export const noEligibleInvoices = problemKind(
  'NO_ELIGIBLE_INVOICES',
  400,
  () => 'no invoices are eligible: the selection contains no draft that waits for a bill run',
);
export const invoiceNotPending = problemKind(
  'INVOICE_NOT_PENDING',
  400,
  (d: { what: string }) =>
    `${d.what} does not wait for a bill run; GET /invoices/bill_runs?status=DRAFT lists the invoices that do`,
);
export const invoiceCannotBeBilled = problemKind(
  'INVOICE_CANNOT_BE_BILLED',
  400,
  (d: { id: string; info: readonly InvoiceInfo[] }) =>
    `invoice ${d.id} stays a draft: ${d.info.map(({ value }) => value).join('; ')}`,
);
export const invoiceChangedSinceReview = problemKind(
  'INVOICE_CHANGED_SINCE_REVIEW',
  400,
  (d: { id: string; reviewed: string; change: string }) =>
    `invoice ${d.id} changed since it was reviewed with ${d.reviewed}; it is now ${d.change}. Review it ` +
    'again in another bill run',
);
export const billRunNeedsReview = problemKind(
  'BILL_RUN_NEEDS_REVIEW',
  400,
  () =>
    'the setting BILL_RUN_REVIEW requires that bill runs are reviewed: add require_confirmation=true, and ' +
    'review the drafts before you confirm the job',
);
/** Of an entry: the organization approves bill runs by their totals. */
export const invoiceTotalChanged = problemKind(
  'INVOICE_TOTAL_CHANGED',
  400,
  (d: { id: string; changed: string }) =>
    `invoice ${d.id} stays a draft: ${d.changed}; select it in another bill run`,
);
