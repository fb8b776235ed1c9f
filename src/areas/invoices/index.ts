export { findInvoice, type InvoiceRow } from './store/invoices.ts';
