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
    'Newest first; all of them unless fetch_for, or fetchFor, says which. ORGANIZATION are those of the ' +
    'whole organization, ACCOUNTS those of one account each, ACCOUNT:<id> those of this one and ' +
    'TEMPLATE:<id> those of a template.',
  response: { status: 200, body: ReportPage },
  list: reportList,
  async handle(context, { page }) {
    const { rows, nextToken } = await listRows(context.tx, context.org, page);
    return { data: rows.map((row) => describeReport(context, row)), nextToken };
  },
});
