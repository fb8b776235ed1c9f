import { keepLocalFile } from '#areas/files/index.ts';
import { type CsvFile, openCsvFile, type WrittenCsv } from '#platform/csv-file.ts';
import { readClock } from '#platform/db/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { Running } from './run-import.ts';
import { type ImportRow, lockLeased, updateImport } from './store/imports.ts';
import { deleteResults, listResults } from './store/rows.ts';

/** Why an import as a whole failed, in words for its user. */
export class ImportFault extends Error {
  override name = 'ImportFault';
}

export const DROP_RESULT = 'imports.drop_result';
const RANK = 94;
const LIFE_DAYS = 30;
const PAGE = 5000;
const COLUMNS = ['line', 'id', 'status', 'error'] as const;

export function endComplete(running: Running): Promise<void> {
  return end(running, { status: 'COMPLETED', failure: null });
}

/** Rows imported before the failure stay and have results. */
export function endFailed(running: Running, { why }: { why: string }): Promise<void> {
  return end(running, { status: 'FAILED', failure: why.slice(0, 1000) });
}

/** Writes the results to a file and deletes their rows. */
async function end(running: Running, set: Pick<ImportRow, 'status' | 'failure'>): Promise<void> {
  const { database, deployment, org, id, lease } = running;
  const csv = await openCsvFile(COLUMNS.map((header) => ({ header, isNumeric: header === 'line' })));
  try {
    const written = await writeResults(running, csv);
    // step: the results of an import are written
    await database.transaction({ orgId: org.orgId, access: 'write' }, async (tx) => {
      const row = await lockLeased(tx, org, { id, lease });
      // The new holder of the lease may have imported rows that are not in this file.
      if (!row || row.takenRows !== written.rows) return;
      const now = await readClock(tx, org);
      const kept = row.takenRows > 0 ? await keepResults({ tx, org, deployment, now }, row, written) : {};
      const over = { nextAttemptAt: null, lease: null, updatedAt: now };
      await updateImport(tx, org, { id, set: { ...set, ...kept, ...over } });
      await deleteResults(tx, org, id);
    });
  } finally {
    await csv.dispose();
  }
}

async function writeResults({ database, org, id }: Running, csv: CsvFile): Promise<WrittenCsv> {
  for (let after = 0; ; ) {
    const page = await database.transaction({ orgId: org.orgId, access: 'read' }, (tx) =>
      listResults(tx, org, { importId: id, after, limit: PAGE }),
    );
    await csv.write(page.map(({ line, entityId, status, error }) => [String(line), entityId, status, error]));
    if (page.length < PAGE) return csv.end();
    after = page.at(-1)?.place ?? after;
  }
}

async function keepResults(context: ScheduledWorkContext & { tx: Tx }, row: ImportRow, written: WrittenCsv) {
  const { tx, org, now } = context;
  const resultUntil = now.add({ hours: 24 * LIFE_DAYS });
  const resultFileId = await keepLocalFile(context, {
    ...{ kind: 'IMPORT_RESULT', ownerId: row.id, name: `${row.type.toLowerCase()}_${row.id}.csv` },
    ...{ contentType: 'text/csv; charset=utf-8', ...written, now },
  });
  await planScheduledWork(tx, org, {
    ...{ kind: DROP_RESULT, key: resultFileId, dueAt: resultUntil, rank: RANK },
    ...{ payload: { id: resultFileId }, now },
  });
  return { resultFileId, resultUntil };
}
