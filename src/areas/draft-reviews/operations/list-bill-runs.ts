import { operation } from '#platform/http/operation.ts';
import { BillRunPage } from '../bill-run-schema.ts';
import { describeBillRuns } from '../describe-bill-run.ts';
import { MAX_DRAFTS } from '../rules.ts';
import { billRunList, listBillRuns as listRows, readOutlook } from '../store/bill-runs.ts';

export const listBillRuns = operation({
  id: 'listBillRuns',
  method: 'GET',
  route: '/ext/v1/bill_runs',
  scope: 'invoices:read',
  summary: 'List bill runs with their reviews and results, the newest first',
  description: 'The outlook says which drafts wait for a bill run now, and when the next ones will.',
  response: { status: 200, body: BillRunPage },
  list: billRunList,
  async handle(context, { page }) {
    const { tx, org, now } = context;
    const { rows, nextToken } = await listRows(tx, org, page);
    const [data, outlook] = await Promise.all([
      describeBillRuns(context, rows),
      readOutlook(tx, org, { now, max: MAX_DRAFTS }),
    ]);
    return { data, nextToken, outlook };
  },
});
