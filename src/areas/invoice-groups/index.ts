export { findInvoiceGroup, type InvoiceGroupRow } from './store/groups.ts';
