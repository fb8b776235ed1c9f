import { accountNotFound, getAccount } from '#areas/accounts/index.ts';
import { operation } from '#platform/http/operation.ts';
import { describeReport } from '../describe.ts';
import {
  queryInvalid,
  rangeInvalid,
  reportAmbiguous,
  reportTemplateNotFound,
  reportUnnamed,
  templateArchived,
  tooManyReports,
} from '../problems.ts';
import { checkRange, readRequested } from '../read-requested.ts';
import { requestReport } from '../request-report.ts';
import { CreateReportRequest, Report } from '../schema.ts';

export const createReport = operation({
  id: 'createReport',
  method: 'POST',
  route: '/ext/v1/reports',
  scope: 'reports:write',
  summary: 'Request a report',
  description:
    'Runs a template or an ad hoc query over the catalogued sources. The product writes the CSV file ' +
    'within moments: up to 100,000 rows and 60 seconds, with up to three attempts. At most five reports ' +
    'may be queued or running.',
  request: { body: CreateReportRequest },
  response: { status: 201, body: Report },
  problems: [
    ...[reportAmbiguous, reportUnnamed, reportTemplateNotFound, templateArchived, queryInvalid],
    ...[rangeInvalid, tooManyReports, accountNotFound],
  ],
  async handle(context, { body }) {
    const { tx, org } = context;
    const { startTime: startAt = null, endTime: endAt = null, accountId = null } = body;
    checkRange({ startAt, endAt });
    const requested = await readRequested(tx, org, body);
    if (requested.name === null) throw reportUnnamed();
    const { name } = requested;
    if (accountId !== null) await getAccount(tx, org, accountId);
    return describeReport(
      context,
      await requestReport(context, { ...requested, name, accountId, startAt, endAt }),
    );
  },
});
