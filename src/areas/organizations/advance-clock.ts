import { isClockMoved, moveClock, realNow } from '#platform/db/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { readDatabaseClock } from '#platform/db/due-work.ts';
import { instantText } from '#platform/http/instants.ts';
import type { Org } from '#platform/http/operation.ts';
import type { DueWorkRunner } from '#platform/jobs/due-work.ts';
import { clockBackwards } from './problems.ts';

/**
 * Moves a sandbox clock to an instant: everything due on the way is done in order of its due time, each piece
 * in a
 * transaction of its own with the clock standing at its due time, and the clock arrives last.
 */
export async function advanceClock(
  database: Database,
  dueWork: DueWorkRunner,
  move: { org: Org; to: Temporal.Instant },
): Promise<Temporal.Instant> {
  const { org, to } = move;
  const write = { orgId: org.orgId, access: 'write' } as const;
  await database.transaction(write, async (tx) => {
    const now = await readDatabaseClock(tx, org);
    if (Temporal.Instant.compare(to, now) < 0) throw clockBackwards({ now: instantText(now) });
    // From here on the clock stands still between moves, also while the work on the way is done.
    if (!(await isClockMoved(tx, org))) await moveClock(tx, org, now);
  });
  await dueWork.runUntil(org, to);
  await database.transaction(write, (tx) => moveClock(tx, org, to));
  return database.transaction({ orgId: org.orgId, access: 'read' }, (tx) => readDatabaseClock(tx, org));
}

/** The real clock, for the limit of how far a sandbox may look ahead. */
export function latestClock(): Temporal.Instant {
  return realNow().add({ hours: 24 * 366 * 100 });
}
