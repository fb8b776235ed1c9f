import type { Static } from 'typebox';
import { accountNotFound, getAccount } from '#areas/accounts/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
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
import { requestReport } from '../request-report.ts';
import { CreateReportRequest, Report } from '../schema.ts';
import { findTemplate } from '../store/templates.ts';
import { findBuiltIn } from '../templates.ts';

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
    const isWrong = startAt && endAt ? Temporal.Instant.compare(startAt, endAt) >= 0 : startAt !== endAt;
    if (isWrong) throw rangeInvalid();
    const requested = await readRequested(tx, org, body);
    if (accountId !== null) await getAccount(tx, org, accountId);
    return describeReport(context, await requestReport(context, { ...requested, accountId, startAt, endAt }));
  },
});

/** The query of the request, from its template or its own member. */
async function readRequested(tx: Tx, org: Org, body: Static<typeof CreateReportRequest>) {
  const { queryInput, reportTemplateId, name } = body;
  if ((queryInput === undefined) === (reportTemplateId === undefined)) throw reportAmbiguous();
  if (queryInput !== undefined) {
    if (name === undefined) throw reportUnnamed();
    return { name, queryInput, type: 'QUERY', reportTemplateId: null } as const;
  }
  const id = reportTemplateId ?? '';
  const template = findBuiltIn(id) ?? (await findTemplate(tx, org, id));
  if (!template) throw reportTemplateNotFound({ id });
  if ('status' in template && template.status === 'ARCHIVED') throw templateArchived({ id });
  const terms = { name: name ?? template.name, queryInput: template.queryInput };
  return { ...terms, type: 'TEMPLATE', reportTemplateId: id } as const;
}
