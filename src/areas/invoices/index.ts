export { findInvoice, type InvoiceRow } from './store/invoices.ts';
export { listOpenInvoices, type OpenInvoice } from './store/open-invoices.ts';
