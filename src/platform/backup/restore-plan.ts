import { type ArchivedFile, isHistory } from './archived-log.ts';
import { BackupFault } from './faults.ts';
import type { BackedUpDatabase, Manifest } from './manifest.ts';
import { hex, segmentNumber } from './names.ts';

/** A backup with a database. */
export type DatabaseBackup = Manifest & { database: BackedUpDatabase };

/** What a restore reads, and how far it goes. */
export interface RestorePlan {
  base: DatabaseBackup;
  timeline: number;
  /** The segments after the base, without a gap. */
  segments: ArchivedFile[];
  histories: ArchivedFile[];
  /** Null: to the end of what is archived. */
  at: Temporal.Instant | null;
}

/** A piece of the past: on this timeline, up to this segment. */
interface Stretch {
  timeline: number;
  /** The position at which the next one branches off; null for the last one. */
  switchLsn: string | null;
}

export interface Archive {
  /** Complete ones with a database, the oldest first. */
  backups: DatabaseBackup[];
  log: ArchivedFile[];
  /** The content of the history of each timeline that has one. */
  histories: ReadonlyMap<number, string>;
}

/**
 * Plans a restore to an instant, or to the end. An instant belongs to the timeline that was live then: after
 * a restore to last Tuesday, what was written until the restore is still there under its own instants.
 */
export function planRestore(
  archive: Archive,
  at: Temporal.Instant | null,
  backupId: string | null,
): RestorePlan {
  const chosen = backupId === null ? null : findBackup(archive, backupId);
  const timeline =
    backupId !== null && at === null ? (chosen?.database.timeline ?? 1) : timelineAt(archive, at);
  const stretches = stretchesOf(archive, timeline);
  const base = chosen ?? newestBefore(archive, stretches, at);
  if (at && isBefore(at, base.finishedAt)) throw tooEarly(archive, at);
  const reachable = segmentsAfter(base, stretches, archive.log);
  const histories = archive.log.filter(isHistory);
  if (at === null) return { base, timeline, segments: reachable, histories, at };
  const enough = reachable.findIndex(({ until }) => Temporal.Instant.compare(until, at) >= 0);
  if (enough === -1) throw tooLate(at, reachable.at(-1)?.until.toString() ?? base.finishedAt);
  return { base, timeline, segments: reachable.slice(0, enough + 1), histories, at };
}

/** To which instants one can restore with each backup, until the next one. */
export function reachOf(archive: Archive, base: DatabaseBackup): { from: string; until: string } {
  const until = segmentsFrom(archive, base).at(-1)?.until.toString() ?? base.finishedAt;
  return {
    from: base.finishedAt,
    until: isBefore(Temporal.Instant.from(until), base.finishedAt) ? base.finishedAt : until,
  };
}

function findBackup({ backups }: Archive, id: string): DatabaseBackup {
  const found = backups.find((each) => each.id === id);
  if (found) return found;
  throw new BackupFault(
    `There is no usable backup ${id}. npm run backup -- list shows those that there are.`,
  );
}

/** Each timeline began when its history was written, at the end of a restore. */
function timelineAt({ log, backups }: Archive, at: Temporal.Instant | null): number {
  const began = log.filter(
    (file) => isHistory(file) && (!at || Temporal.Instant.compare(file.until, at) <= 0),
  );
  const first = Math.min(...backups.map(({ database }) => database.timeline), 1);
  const known = at === null ? backups.map(({ database }) => database.timeline) : [];
  return Math.max(first, ...known, ...began.map(({ timeline }) => timeline));
}

/** The timeline and its ancestors, the oldest first. */
function stretchesOf({ histories }: Archive, timeline: number): Stretch[] {
  const lines = (histories.get(timeline) ?? '').split('\n');
  const ancestors = lines.flatMap((line) => {
    const [, number, switchLsn] = /^(\d+)\t([0-9A-F]+\/[0-9A-F]+)/i.exec(line) ?? [];
    return number && switchLsn ? [{ timeline: Number(number), switchLsn }] : [];
  });
  return [...ancestors, { timeline, switchLsn: null }];
}

function newestBefore(archive: Archive, stretches: Stretch[], at: Temporal.Instant | null): DatabaseBackup {
  const usable = archive.backups.filter(({ database, finishedAt }) => {
    const stretch = stretches.find(({ timeline }) => timeline === database.timeline);
    if (!stretch || (at && isBefore(at, finishedAt))) return false;
    return stretch.switchLsn === null || isLsnBefore(database.stopLsn, stretch.switchLsn);
  });
  const newest = usable.at(-1);
  if (newest) return newest;
  throw at ? tooEarly(archive, at) : new BackupFault('There is no complete backup in BACKUP_TARGET.');
}

/** The segments that can be restored with a backup on its own timeline, until the first gap. */
export function segmentsFrom(archive: Archive, base: DatabaseBackup): ArchivedFile[] {
  return segmentsAfter(base, stretchesOf(archive, base.database.timeline), archive.log);
}

/** Those that follow the base on the way to the last timeline, until the first gap. */
function segmentsAfter(
  base: DatabaseBackup,
  stretches: Stretch[],
  log: readonly ArchivedFile[],
): ArchivedFile[] {
  const byName = new Map(log.map((file) => [`${file.timeline} ${file.number}`, file]));
  const found: ArchivedFile[] = [];
  const from = stretches.findIndex(({ timeline }) => timeline === base.database.timeline);
  let number = segmentNumber(base.database.startLsn);
  for (const { timeline, switchLsn } of stretches.slice(Math.max(0, from))) {
    const end = switchLsn === null ? Number.POSITIVE_INFINITY : segmentNumber(switchLsn);
    for (; number < end; number++) {
      const file = byName.get(`${timeline} ${number}`);
      // The base itself contains those that it needs.
      if (!file && number <= segmentNumber(base.database.stopLsn)) continue;
      if (!file) return found;
      found.push(file);
    }
  }
  return found;
}

function tooEarly({ backups }: Archive, at: Temporal.Instant): BackupFault {
  const first = backups[0];
  if (!first) return new BackupFault('There is no complete backup in BACKUP_TARGET.');
  return new BackupFault(
    `Nothing can be restored to ${at}: the first backup is of ${first.finishedAt}. Give that instant or a ` +
      'later one; npm run backup -- list shows them.',
  );
}

function tooLate(at: Temporal.Instant, end: string): BackupFault {
  return new BackupFault(
    `Nothing can be restored to ${at}: the archive ends at ${end}. Give that instant or an earlier one, or ` +
      'leave out --at to restore everything that was archived.',
  );
}

function isBefore(at: Temporal.Instant, other: string): boolean {
  return Temporal.Instant.compare(at, Temporal.Instant.from(other)) < 0;
}

function isLsnBefore(lsn: string, other: string): boolean {
  const value = (text: string) =>
    BigInt(
      `0x${text
        .split('/')
        .map((part) => hex(Number.parseInt(part, 16)))
        .join('')}`,
    );
  return value(lsn) <= value(other);
}
