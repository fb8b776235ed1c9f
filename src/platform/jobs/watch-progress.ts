import type { StoredScheduledWork } from '../db/scheduled-work.ts';
import { problemKind } from '../problem.ts';

/** So often the same piece may come back while the organization's time stands almost still. */
export const MOST_REPEATS = 1_000;
/** A piece that comes back with so much of the organization's time in between, on average, gets ahead. */
const SECONDS_EACH = 1;
/** Pieces that are remembered; a piece that plans itself again and again is among the last of them. */
const MOST_REMEMBERED = 10_000;

export const scheduledWorkStuck = problemKind(
  'SCHEDULED_WORK_STUCK',
  500,
  (d: { kind: string; key: string; at: string }) =>
    `scheduled work ${d.kind} (${d.key}) planned itself again ${MOST_REPEATS} times around ${d.at} without ` +
    'getting ahead; it is on hold, and everything before it is done. Find it with GET ' +
    '/ext/v1/scheduled_work, report it to the operator of the service, and repeat the request to go on ' +
    'without it',
);

/** The pieces of one run: notices one that comes back again and again and would keep the run from ending. */
export interface ProgressWatch {
  /** Whether this piece, which was done, makes no progress. */
  isStuck(piece: StoredScheduledWork): boolean;
}

/**
 * A piece is the same when its kind, key and payload are: work that goes page by page says in its payload
 * where it goes on. Time counts as well as number: an hourly check over a year is 8,760 pieces that differ in
 * their due time alone, and gets ahead.
 */
export function watchProgress(): ProgressWatch {
  const seen = new Map<string, { since: Temporal.Instant; times: number }>();
  return {
    isStuck({ kind, key, payload, dueAt }) {
      const name = JSON.stringify([kind, key, payload]);
      const known = seen.get(name);
      if (!known) {
        if (seen.size >= MOST_REMEMBERED) seen.clear();
        seen.set(name, { since: dueAt, times: 1 });
        return false;
      }
      known.times += 1;
      if (known.times < MOST_REPEATS) return false;
      if (dueAt.since(known.since).total('seconds') < known.times * SECONDS_EACH) return true;
      seen.set(name, { since: dueAt, times: 1 });
      return false;
    },
  };
}
