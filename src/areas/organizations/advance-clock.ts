import { freezeClock, moveClock, realNow } from '#platform/db/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { readDatabaseClock } from '#platform/db/scheduled-work.ts';
import { instantText } from '#platform/http/instants.ts';
import type { Org } from '#platform/http/operation.ts';
import type { ScheduledWorkRunner } from '#platform/jobs/scheduled-work.ts';
import { clockBackwards, clockMoveTooLong } from './problems.ts';

/** Pieces of scheduled work that one move of the clock does at most. */
export const MOST_PIECES = 1_000_000;

/**
 * Moves a sandbox clock to an instant: everything due on the way is done in order of its due time, each piece
 * in a transaction of its own with the clock standing at its due time, and the clock arrives last. When the
 * caller hangs up, the move ends after the piece under way, and the clock stands there.
 */
export async function advanceClock(
  database: Database,
  scheduledWork: ScheduledWorkRunner,
  move: { org: Org; to: Temporal.Instant; isAbandoned: () => boolean; mostPieces?: number },
): Promise<Temporal.Instant> {
  const { org, to, isAbandoned, mostPieces = MOST_PIECES } = move;
  const write = { orgId: org.orgId, access: 'write' } as const;
  const readNow = () =>
    database.transaction({ orgId: org.orgId, access: 'read' }, (tx) => readDatabaseClock(tx, org));
  await database.transaction(write, async (tx) => {
    // From here on the clock stands still between moves, also while the work on the way is done.
    const now = await freezeClock(tx, org);
    // A refused move rolls back: a clock that followed real time goes on doing so.
    if (Temporal.Instant.compare(to, now) < 0) throw clockBackwards({ now: instantText(now) });
  });
  const { done, isOver } = await scheduledWork.runUntil(org, to, { mostPieces, isAbandoned });
  if (isOver) await database.transaction(write, (tx) => moveClock(tx, org, to));
  else if (!isAbandoned()) throw clockMoveTooLong({ done, now: instantText(await readNow()) });
  return readNow();
}

/** The real clock, for the limit of how far a sandbox may look ahead. */
export function latestClock(): Temporal.Instant {
  return realNow().add({ hours: 24 * 366 * 100 });
}
