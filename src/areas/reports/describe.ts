import { linkToFile } from '#areas/files/index.ts';
import { isBefore } from '#core/instants.ts';
import type { Context } from '#platform/http/operation.ts';
import type { ReportRow } from './store/reports.ts';
import type { TemplateRow } from './store/templates.ts';
import type { BuiltInTemplate } from './templates.ts';

/** The link is created for this response; there is none once the file is deleted. */
export function describeReport(context: Context, row: ReportRow) {
  const { fileId, fileUntil, accountId, startAt, endAt, reportTemplateId, rowCount, failure } = row;
  const isThere = fileId !== null && fileUntil !== null && isBefore(context.now, fileUntil);
  return {
    ...{ id: row.id, name: row.name, status: row.status, type: row.type, queryInput: row.queryInput },
    ...(accountId !== null && { account_id: accountId }),
    ...(reportTemplateId !== null && { reportTemplateId }),
    ...(startAt && endAt && { startTime: startAt, endTime: endAt }),
    ...(fileId !== null && { fileId }),
    ...(isThere && { preSignedUrl: linkToFile(context, { id: fileId }) }),
    ...(rowCount !== null && { rowCount }),
    ...(failure !== null && { failureReason: failure }),
    ...{ createdAt: row.createdAt, updatedAt: row.updatedAt },
  };
}

export function describeTemplate(row: TemplateRow) {
  const { id, name, status, queryInput, frequency, nextRunAt, createdAt, updatedAt } = row;
  return {
    ...{ id, name, status, isBuiltIn: false, queryInput, schedule: frequency && { frequency } },
    ...(nextRunAt && { nextRunAt }),
    ...{ createdAt, updatedAt },
  };
}

export function describeBuiltIn({ id, name, queryInput }: BuiltInTemplate) {
  return { id, name, status: 'ACTIVE' as const, isBuiltIn: true, queryInput, schedule: null };
}
