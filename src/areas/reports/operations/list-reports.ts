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
    'Newest first, filtered by fetch_for or fetchFor if present: ORGANIZATION lists those of the whole ' +
    'organization, ACCOUNTS those of a single account each, ACCOUNT:<id> those of this account and ' +
    'TEMPLATE:<id> those of a template.',
  response: { status: 200, body: ReportPage },
  list: reportList,
  async handle(context, { page }) {
    const { rows, nextToken } = await listRows(context.tx, context.org, page);
    return { data: rows.map((row) => describeReport(context, row)), nextToken };
  },
});
