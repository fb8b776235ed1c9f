import { freezeClock, isClockMoved, moveClock, realNow } from '#platform/db/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { forgetWakings } from '#platform/db/enqueue-job.ts';
import { readDatabaseClock } from '#platform/db/scheduled-work.ts';
import { instantText } from '#platform/http/instants.ts';
import type { Org } from '#platform/http/operation.ts';
import type { ScheduledWorkRunner } from '#platform/jobs/scheduled-work.ts';
import { clockBackwards, clockMoveTooLong } from './problems.ts';

/** The most pieces of scheduled work that one advance of the clock runs. */
export const MAX_PIECES = 1_000_000;

/**
 * Advances a sandbox clock to an instant: runs all work that falls due, in order of its due time, each piece
 * in its own transaction with the clock at that time, and sets the clock to the target last. If the client
 * disconnects, the advance ends after the current piece and the clock stays there.
 */
export async function advanceClock(
  database: Database,
  scheduledWork: ScheduledWorkRunner,
  move: { org: Org; to: Temporal.Instant; isAbandoned: () => boolean; maxPieces?: number },
): Promise<Temporal.Instant> {
  const { org, to, isAbandoned, maxPieces = MAX_PIECES } = move;
  const write = { orgId: org.orgId, access: 'write' } as const;
  const readNow = () =>
    database.transaction({ orgId: org.orgId, access: 'read' }, (tx) => readDatabaseClock(tx, org));
  await database.transaction(write, async (tx) => {
    // From here on the clock stands still between advances, also while scheduled work runs.
    const wasMoved = await isClockMoved(tx, org);
    const now = await freezeClock(tx, org);
    if (!wasMoved) await forgetWakings(tx, org);
    // A rejected advance rolls back: a clock that followed real time continues to do so.
    if (Temporal.Instant.compare(to, now) < 0) throw clockBackwards({ now: instantText(now) });
  });
  const { done, isOver } = await scheduledWork.runUntil(org, to, { maxPieces, isAbandoned });
  if (isOver) await database.transaction(write, (tx) => moveClock(tx, org, to));
  else if (!isAbandoned()) throw clockMoveTooLong({ done, now: instantText(await readNow()) });
  return readNow();
}

/** The real clock limits how far a sandbox may look ahead. */
export function latestClock(): Temporal.Instant {
  return realNow().add({ hours: 24 * 366 * 100 });
}
