import { linkToFile } from '#areas/files/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { operation } from '#platform/http/operation.ts';
import { describeInvoiceSummary } from '../rules.ts';
import { InvoicePage } from '../schema.ts';
import { invoiceList } from '../store/invoice-list.ts';
import { listInvoices as listRows } from '../store/invoices.ts';
import { readSummaries } from '../views/read-summaries.ts';

export const listInvoices = operation({
  id: 'listInvoices',
  method: 'GET',
  route: '/invoices',
  scope: 'invoices:read',
  portal: { mode: 'READ', accountFilter: 'owner_id', hides: ['invoiceDetails.organization.metadata'] },
  summary: 'List invoices',
  description:
    'Drafts are recomputed, as in a read by id. start_time and end_time bound the invoice date (projected ' +
    'for drafts): [start_time, end_time).',
  response: { status: 200, body: InvoicePage },
  list: invoiceList,
  async handle(context, { page }) {
    const { tx, org, now } = context;
    const { timezone } = await getOrganization(tx, org);
    const { rows, nextToken } = await listRows(tx, org, { page, timeZone: timezone });
    const linkTo = (id: string | null) => id && linkToFile(context, { id });
    const current = await readSummaries(tx, org, { rows, now });
    return { data: current.map((row) => describeInvoiceSummary(row, linkTo(row.pdfFileId))), nextToken };
  },
});
