import { keepLocalFile } from '#areas/files/index.ts';
import { inSavepoint } from '#platform/db/idempotency.ts';
import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import { StorageFault } from '#platform/files/storage.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { type ExportRow, findExport, readSealedEntries, updateExport } from './store/exports.ts';
import { CONTENT_TYPES, type EntriesFile, openEntriesFile } from './write-entries.ts';

export const EXPORT_ENTRIES = 'audit_log.export';
export const DROP_EXPORT = 'audit_log.drop_export';
/** Runs after all other work of the same instant. */
const RANKS = { [EXPORT_ENTRIES]: 94, [DROP_EXPORT]: 95 };

export const MAX_ENTRIES = 100_000;
const MAX_SECONDS = 60;
const LIMITS = { max: MAX_ENTRIES, seconds: MAX_SECONDS };
const LIFE_DAYS = 30;

class TooLong extends Error {}

/** Schedules one piece of work per kind and id, at `dueAt` or at once. */
export function planExport(
  { tx, org, now }: Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>,
  { kind, id, dueAt = now }: { kind: keyof typeof RANKS; id: string; dueAt?: Temporal.Instant },
): Promise<void> {
  return planScheduledWork(tx, org, { kind, key: id, dueAt, rank: RANKS[kind] ?? 99, payload: { id }, now });
}

/**
 * Writes the file of an export and stores it. While the storage is unavailable, the work is retried as all
 * scheduled work is; any other failure ends the export, with a reason and without a file.
 */
export async function exportEntries(
  context: ScheduledWorkContext,
  id: string,
  limits = LIMITS,
): Promise<void> {
  const { tx, org, now } = context;
  const row = await findExport(tx, org, id);
  if (row?.status !== 'QUEUED') return;
  const file = await openEntriesFile(row.format);
  try {
    await inSavepoint(tx, () => fill(context, { row, file, limits }));
  } catch (error) {
    if (error instanceof StorageFault) throw error;
    const failure =
      error instanceof TooLong
        ? TOO_LONG
        : 'the entries could not be read because of an internal error; request the export again';
    await updateExport(tx, org, { id, set: { status: 'FAILED', failure, updatedAt: now } });
  } finally {
    await file.dispose();
  }
}

const TOO_LONG =
  `the export takes over ${MAX_SECONDS} seconds; ` + 'request a shorter period or fewer entity types';

async function fill(
  context: ScheduledWorkContext,
  { row, file, limits }: { row: ExportRow; file: EntriesFile; limits: typeof LIMITS },
): Promise<void> {
  const { tx, org, now } = context;
  const { id, format } = row;
  const { max, seconds } = limits;
  const until = performance.now() + seconds * 1000;
  const written = { entryCount: 0, lastNumber: row.afterNumber, isComplete: true };
  // Reads one entry more than the file holds, to know whether there are more.
  for await (const entries of readSealedEntries(tx, org, { ...row, max: max + 1 })) {
    const taken = entries.slice(0, max - written.entryCount);
    await file.write(taken);
    written.entryCount += taken.length;
    written.lastNumber = taken.at(-1)?.number ?? written.lastNumber;
    written.isComplete = taken.length === entries.length;
    if (performance.now() > until) throw new TooLong();
  }
  const fileUntil = now.add({ hours: 24 * LIFE_DAYS });
  const day = row.createdAt.toString().slice(0, 10);
  const name = `audit-log_${day}_after-${row.afterNumber}.${format.toLowerCase()}`;
  const kept = { kind: 'AUDIT_EXPORT', ownerId: id, name, contentType: CONTENT_TYPES[format] } as const;
  const fileId = await keepLocalFile(context, { ...kept, ...(await file.end()), now });
  const set = { status: 'COMPLETED', ...written, fileId, fileUntil, updatedAt: now } as const;
  await updateExport(tx, org, { id, set });
  await planExport(context, { kind: DROP_EXPORT, id: fileId, dueAt: fileUntil });
}
