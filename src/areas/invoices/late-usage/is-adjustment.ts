import { type InvoiceRow, isOfAccount, type StoredInvoice } from '../store/invoices.ts';

/** An adjustment or a credit note: computed when it was made, and never again. */
export function isAdjustment(invoice: StoredInvoice): invoice is InvoiceRow {
  return 'adjusts' in invoice.metadata && isOfAccount(invoice);
}
