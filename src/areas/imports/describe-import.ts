import { linkToFile } from '#areas/files/index.ts';
import { isBefore } from '#core/instants.ts';
import type { Context } from '#platform/http/operation.ts';
import type { ImportRow } from './store/imports.ts';

/** The link is created for this response; there is none once the file is deleted. */
export function describeImport(context: Context, row: ImportRow) {
  const { totalRows, resultFileId, resultUntil, failure } = row;
  const isThere = resultFileId !== null && resultUntil !== null && isBefore(context.now, resultUntil);
  return {
    ...{ id: row.id, type: row.type, status: row.status, fileId: row.fileId, dryRun: row.isDryRun },
    ...{ delimiter: row.delimiter, defaults: row.defaults },
    ...(row.columns !== null && { columns: row.columns }),
    ...(totalRows !== null && { totalRows }),
    ...{ takenRows: row.takenRows, createdRows: row.createdRows },
    ...{ unchangedRows: row.unchangedRows, failedRows: row.failedRows },
    ...(resultFileId !== null && { resultFileId }),
    ...(isThere && { resultUrl: linkToFile(context, { id: resultFileId }) }),
    ...(failure !== null && { failureReason: failure }),
    ...{ createdAt: row.createdAt, updatedAt: row.updatedAt },
  };
}
