import type { Readable } from 'node:stream';
import { isHistory, listArchived } from './archived-log.ts';
import type { FileCopies } from './file-copies.ts';
import { completeOf, type FoundBackup, listBackups, type Manifest, manifestKey } from './manifest.ts';
import type { BackupTarget } from './target.ts';
import { openStream } from './unpack-base.ts';

export interface Removed {
  backups: number;
  segments: number;
  files: number;
}

const DAY_MS = 86_400_000;
/** Clocks of a bucket and of this machine may differ. */
const SLACK_MS = 3_600_000;
const UNFINISHED_AFTER_MS = 2 * DAY_MS;

/**
 * Removes what is only needed for instants longer ago than the given days. The newest backup before them
 * stays, so that each of the days can be restored, and the newest of all always does.
 */
export async function removeOutdated(
  target: BackupTarget,
  { keepDays, copies, nowMs }: { keepDays: number; copies: FileCopies | null; nowMs: number },
): Promise<Removed> {
  const found = await listBackups(target);
  const removed = { backups: 0, segments: 0, files: 0 };
  const { kept, outdated } = divide(completeOf(found), nowMs - keepDays * DAY_MS);
  const oldest = kept[0];
  if (!oldest) return removed;
  for (const { id } of outdated) await removeBackup(target, id);
  removed.backups = outdated.length;
  await removeUnfinished(target, { found, nowMs });
  const beforeMs = Date.parse(oldest.startedAt) - SLACK_MS;
  for (const file of await listArchived(target)) {
    if (isHistory(file) || file.until.epochMilliseconds >= beforeMs) continue;
    await target.remove(file.key);
    removed.segments += 1;
  }
  if (copies) removed.files = await removeFiles(target, { kept, present: copies.keys(), beforeMs });
  return removed;
}

/** Both in the order of their age, the oldest first. */
export function divide(
  backups: readonly Manifest[],
  cutoffMs: number,
): { kept: Manifest[]; outdated: Manifest[] } {
  const isOld = ({ finishedAt }: Manifest) => Date.parse(finishedAt) < cutoffMs;
  // A backup of the files alone cannot take the place of one with the database.
  const lastOld = backups.findLastIndex((each) => isOld(each) && each.database !== null);
  const first = Math.max(0, lastOld);
  return { kept: backups.slice(first), outdated: backups.slice(0, first) };
}

/** The manifest first: what is left after a kill is no backup. */
async function removeBackup(target: BackupTarget, id: string): Promise<void> {
  await target.remove(manifestKey(id));
  for await (const { key } of target.list(`bases/${id}/`)) await target.remove(key);
}

/** Parts of backups that were never completed. */
async function removeUnfinished(
  target: BackupTarget,
  { found, nowMs }: { found: readonly FoundBackup[]; nowMs: number },
): Promise<void> {
  const complete = new Set(found.map(({ id }) => id));
  for await (const { key, modifiedAt } of target.list('bases/')) {
    const id = key.split('/')[1] ?? '';
    if (!complete.has(id) && nowMs - modifiedAt.getTime() > UNFINISHED_AFTER_MS) await target.remove(key);
  }
}

/** Copies of files that were removed before the oldest backup. */
async function removeFiles(
  target: BackupTarget,
  { kept, present, beforeMs }: { kept: readonly Manifest[]; present: readonly string[]; beforeMs: number },
): Promise<number> {
  const needed = new Set(present);
  for (const { files } of kept)
    if (files.parts.length > 0)
      for (const key of await readLines(await openStream(files.parts, { target, identities: null })))
        needed.add(key);
  let removed = 0;
  for await (const { key, modifiedAt } of target.list('files/')) {
    const name = key.slice('files/'.length).replace(/\.(?:age|parts|part-\d{6})$/, '');
    if (needed.has(name) || modifiedAt.getTime() >= beforeMs) continue;
    await target.remove(key);
    removed += 1;
  }
  return removed;
}

async function readLines(stream: Readable): Promise<string[]> {
  return String(Buffer.concat(await stream.toArray())).split('\n');
}
