import { getOrganization } from '#areas/organizations/index.ts';
import { operation } from '#platform/http/operation.ts';
import { ageBounds, daysPastDue } from '../rules.ts';
import { OpenInvoicePage } from '../schema.ts';
import { listOpenInvoices as listRows, openInvoiceList } from '../store/open-invoices.ts';

export const listOpenInvoices = operation({
  id: 'listOpenInvoices',
  method: 'GET',
  route: '/ext/v1/receivables/invoices',
  scope: 'invoices:read',
  summary: 'List open invoices with their age',
  description:
    'The invoices that the amounts of receivables consist of, earliest due date first: those with the ' +
    'status DUE or PARTIALLY_PAID, without orders.',
  response: { status: 200, body: OpenInvoicePage },
  list: openInvoiceList,
  async handle({ tx, org, now }, { page }) {
    const { timezone: timeZone } = await getOrganization(tx, org);
    const { rows, nextToken } = await listRows(tx, org, {
      ...{ page, timeZone },
      bounds: ageBounds(now, timeZone),
    });
    const data = rows.map(({ groupId, groupName, ...row }) => ({
      ...row,
      ...{ invoiceGroupId: groupId, invoiceGroupName: groupName },
      daysPastDue: daysPastDue(row.dueDate, now, timeZone),
    }));
    return { data, nextToken };
  },
});
