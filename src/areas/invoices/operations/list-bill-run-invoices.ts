import { linkToFile } from '#areas/files/index.ts';
import { operation } from '#platform/http/operation.ts';
import { describeInvoiceSummary } from '../rules.ts';
import { InvoicePage } from '../schema.ts';
import { billRunList, listBillRunInvoices as listRows } from '../store/bill-runs.ts';
import { readSummaries } from '../views/read-summaries.ts';

export const listBillRunInvoices = operation({
  id: 'listBillRunInvoices',
  method: 'GET',
  route: '/invoices/bill_runs',
  scope: 'invoices:read',
  summary: 'List the invoices of bill runs',
  description:
    'Pending: drafts past their deadline that wait for a bill run (status=DRAFT). Processed: invoices ' +
    'that a bill run finalized. start_time and end_time bound the invoice date: [start_time, end_time).',
  response: { status: 200, body: InvoicePage },
  list: billRunList,
  async handle(context, { page }) {
    const { tx, org, now } = context;
    const { rows, nextToken } = await listRows(tx, org, { page, now });
    const linkTo = (id: string | null) => id && linkToFile(context, { id });
    const current = await readSummaries(tx, org, { rows, now });
    return { data: current.map((row) => describeInvoiceSummary(row, linkTo(row.pdfFileId))), nextToken };
  },
});
