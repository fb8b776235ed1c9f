import { operation } from '#platform/http/operation.ts';
import { describeReport } from '../describe.ts';
import { reportNotFound } from '../problems.ts';
import { Report, ReportParams } from '../schema.ts';
import { findReport } from '../store/reports.ts';

export const getReport = operation({
  id: 'getReport',
  method: 'GET',
  route: '/ext/v1/reports/{report_id}',
  scope: 'reports:read',
  summary: 'Get a report',
  request: { params: ReportParams },
  transientMembers: ['preSignedUrl'],
  response: { status: 200, body: Report },
  problems: [reportNotFound],
  async handle(context, { params }) {
    const row = await findReport(context.tx, context.org, params.report_id);
    if (!row) throw reportNotFound({ id: params.report_id });
    return describeReport(context, row);
  },
});
