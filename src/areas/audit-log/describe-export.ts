import { linkToFile } from '#areas/files/index.ts';
import { isBefore } from '#core/instants.ts';
import type { Context } from '#platform/http/operation.ts';
import type { ExportRow } from './store/exports.ts';

/** The link is created for this response; there is none once the file is deleted. */
export function describeExport(context: Context, row: ExportRow) {
  const { id, format, afterNumber, status, fileId, fileUntil, failure, createdAt, updatedAt } = row;
  const { from, to, ...filters } = row.filters;
  const isThere = fileId !== null && fileUntil !== null && isBefore(context.now, fileUntil);
  return {
    ...{ id, format, afterNumber, status, createdAt, updatedAt },
    filters: {
      ...filters,
      ...(from && { from: Temporal.Instant.from(from) }),
      ...(to && { to: Temporal.Instant.from(to) }),
    },
    ...(row.entryCount !== null && { entryCount: row.entryCount }),
    ...(row.lastNumber !== null && { lastNumber: row.lastNumber }),
    ...(row.isComplete !== null && { isComplete: row.isComplete }),
    ...(fileId !== null && { fileId }),
    ...(isThere && { downloadUrl: linkToFile(context, { id: fileId }) }),
    ...(failure !== null && { failureReason: failure }),
  };
}
