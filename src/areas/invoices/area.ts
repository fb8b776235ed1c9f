import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { invoiceDueWork } from './lifecycle/due-work.ts';
import { explainInvoice } from './operations/explain-invoice.ts';
import { getInvoice } from './operations/get-invoice.ts';
import { listInvoices } from './operations/list-invoices.ts';

export const invoices: Area = {
  name: 'invoices',
  operations: [listInvoices, getInvoice, explainInvoice],
  dueWork: invoiceDueWork,
};
