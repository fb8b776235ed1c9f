import { operation } from '#platform/http/operation.ts';
import { InvoiceGroupPage } from '../schema.ts';
import { showGroups } from '../show-group.ts';
import { invoiceGroupList, listInvoiceGroups as listRows } from '../store/groups.ts';

export const listInvoiceGroups = operation({
  id: 'listInvoiceGroups',
  method: 'GET',
  route: '/invoice_groups',
  scope: 'invoices:read',
  summary: 'List invoice groups',
  description: 'Newest first. Excludes groups that lost their last account.',
  response: { status: 200, body: InvoiceGroupPage },
  list: invoiceGroupList,
  async handle({ tx, org, now }, { page }) {
    const { rows, nextToken } = await listRows(tx, org, page);
    return { data: await showGroups(tx, org, { rows, now }), nextToken };
  },
});
