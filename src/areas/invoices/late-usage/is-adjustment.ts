import { type InvoiceRow, isOfAccount, type StoredInvoice } from '../store/invoices.ts';

/** Whether the invoice is an adjustment or a credit note, which is computed once, when it is created. */
export function isAdjustment(invoice: StoredInvoice): invoice is InvoiceRow {
  return 'adjusts' in invoice.metadata && isOfAccount(invoice);
}
