import { accountNotFound, getAccount } from '#areas/accounts/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { operation } from '#platform/http/operation.ts';
import { previewRows } from '../preview-rows.ts';
import {
  previewTooLarge,
  queryInvalid,
  rangeInvalid,
  reportAmbiguous,
  reportTemplateNotFound,
  templateArchived,
} from '../problems.ts';
import { checkRange, readRequested } from '../read-requested.ts';
import { requireSourceScopes } from '../require-source-scopes.ts';
import { PreviewReportRequest, ReportPreview } from '../schema.ts';

export const previewReport = operation({
  id: 'previewReport',
  method: 'POST',
  route: '/ext/v1/report_previews',
  scope: 'reports:read',
  isRead: true,
  summary: 'Preview a report',
  description:
    'The first rows of a template or an ad hoc query, read at once and not stored, with the source of each ' +
    'column. A source without a time ignores the range. Besides, needs the scope that reads the rows ' +
    'elsewhere, such as accounts:read for accounts and catalog:read for margins, or reports:write.',
  request: { body: PreviewReportRequest },
  response: { status: 200, body: ReportPreview },
  problems: [
    ...[reportAmbiguous, reportTemplateNotFound, templateArchived, queryInvalid, rangeInvalid],
    ...[previewTooLarge, accountNotFound],
  ],
  async handle(context, { body }) {
    const { tx, org, now, actor } = context;
    const { startTime: startAt = null, endTime: endAt = null, accountId = null } = body;
    checkRange({ startAt, endAt });
    const { name, queryInput } = await readRequested(tx, org, body);
    requireSourceScopes(actor, queryInput);
    if (accountId !== null) await getAccount(tx, org, accountId);
    const range = startAt && endAt ? { startAt, endAt } : null;
    const { query, rows, isCut } = await previewRows(context, { queryInput, accountId, range });
    const { baseCurrency } = await getOrganization(tx, org);
    const columns = query.selects.map(({ header, expression }) => ({
      ...{ header, columnName: expression.column.name, dataSource: expression.source, type: expression.type },
      ...{ isMoney: expression.column.isMoney ?? false, truncatedTo: expression.truncatedTo },
      isAggregate: expression.aggregator !== null,
    }));
    const hasTime = query.base.timeColumn !== null;
    return { name, queryInput, columns, rows, isCut, hasTime, baseCurrency, asOf: now };
  },
});
