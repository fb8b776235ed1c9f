import type { StoredScheduledWork } from '../db/scheduled-work.ts';
import { problemKind } from '../problem.ts';

/** How often one piece may recur while the organization's time hardly advances. */
export const MAX_REPEATS = 1_000;
/** A piece makes progress when the organization's time advances by this much per recurrence, on average. */
const SECONDS_EACH = 1;
/** Pieces in memory; a piece that keeps rescheduling itself is among the most recent. */
const MAX_CACHED = 10_000;

export const scheduledWorkStuck = problemKind(
  'SCHEDULED_WORK_STUCK',
  500,
  (d: { kind: string; key: string; at: string }) =>
    `scheduled work ${d.kind} (${d.key}) rescheduled itself ${MAX_REPEATS} times around ${d.at} ` +
    'without progress; it is on hold, and all earlier work is done. Find it with GET ' +
    '/ext/v1/scheduled_work, report it to the operator of the service, and repeat the request to ' +
    'continue without it',
);

/** Detects a piece that keeps recurring and would keep the run from ending. */
export interface ProgressWatch {
  /** Whether this completed piece makes no progress. */
  isStuck(piece: StoredScheduledWork): boolean;
}

/**
 * Pieces are equal when their kind, key and payload are: paged work has its position in the payload. Time
 * counts as well as number: an hourly check over a year is 8,760 pieces that differ only in due time, and
 * makes progress.
 */
export function watchProgress(): ProgressWatch {
  const seen = new Map<string, { since: Temporal.Instant; times: number }>();
  return {
    isStuck({ kind, key, payload, dueAt }) {
      const name = JSON.stringify([kind, key, payload]);
      const known = seen.get(name);
      if (!known) {
        if (seen.size >= MAX_CACHED) seen.clear();
        seen.set(name, { since: dueAt, times: 1 });
        return false;
      }
      known.times += 1;
      if (known.times < MAX_REPEATS) return false;
      if (dueAt.since(known.since).total('seconds') < known.times * SECONDS_EACH) return true;
      seen.set(name, { since: dueAt, times: 1 });
      return false;
    },
  };
}
