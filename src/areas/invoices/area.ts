import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { invoiceDueWork } from './lifecycle/due-work.ts';
import { explainInvoice } from './operations/explain-invoice.ts';
import { getInvoice } from './operations/get-invoice.ts';
import { listInvoices } from './operations/list-invoices.ts';
import { listUpcomingMiscellaneousCharges } from './operations/list-upcoming-miscellaneous-charges.ts';
import { manageMiscellaneousCharges } from './operations/manage-miscellaneous-charges.ts';
import { manageUpcomingMiscellaneousCharges } from './operations/manage-upcoming-miscellaneous-charges.ts';

export const invoices: Area = {
  name: 'invoices',
  operations: [
    listInvoices,
    getInvoice,
    explainInvoice,
    manageMiscellaneousCharges,
    manageUpcomingMiscellaneousCharges,
    listUpcomingMiscellaneousCharges,
  ],
  dueWork: invoiceDueWork,
};
