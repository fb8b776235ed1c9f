import { operation } from '#platform/http/operation.ts';
import { describeReport } from '../describe.ts';
import { ReportPage } from '../schema.ts';
import { listReports as listRows, reportList } from '../store/reports.ts';

export const listReports = operation({
  id: 'listReports',
  method: 'GET',
  route: '/reports',
  scope: 'reports:read',
  summary: 'List reports',
  description:
    'Newest first. Without fetchFor those of the whole organization; ACCOUNTS are those of one account each.',
  response: { status: 200, body: ReportPage },
  list: reportList,
  async handle(context, { page }) {
    const { rows, nextToken } = await listRows(context.tx, context.org, page);
    return { data: rows.map((row) => describeReport(context, row)), nextToken };
  },
});
