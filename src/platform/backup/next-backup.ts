import { readCurrentSegment } from '../db/backup-session.ts';
import type { Connection } from '../db/servers.ts';
import { listWaiting } from './log-archiver.ts';
import { parseSegment, segmentNumber } from './names.ts';
import { type Archive, segmentsFrom } from './restore-plan.ts';

/**
 * Milliseconds until the next backup is due; 0: now. Also when the newest one is of an earlier timeline, as
 * after a restore, or of another release, or when the log since then has a gap: nothing after the gap could
 * be restored.
 */
export async function nextBackupMs(
  { connection, clusterPath, release }: { connection: Connection; clusterPath: string; release: string },
  archive: Archive,
  intervalHours: number,
): Promise<number> {
  const current = await readCurrentSegment(connection);
  const newest = archive.backups.findLast(({ database }) => database.timeline === current.timeline);
  if (newest?.release !== release) return 0;
  const archived = segmentsFrom(archive, newest).at(-1)?.number ?? 0;
  const reached = Math.max(archived, segmentNumber(newest.database.stopLsn));
  const waiting = (await listWaiting(clusterPath)).flatMap((name) => parseSegment(name) ?? []);
  const next = Math.min(current.number, ...waiting.map(({ number }) => number));
  if (next > reached + 1) return 0;
  const dueMs = Date.parse(newest.startedAt) + intervalHours * 3_600_000;
  return Math.max(0, dueMs - Date.now());
}
