import type { ScheduleCycle } from '#areas/schedules/index.ts';
import type { Failure } from './statuses.ts';

const MAX_MINUTES_AHEAD = 24 * 60;
/** How far an ingested event may lie in the future. */
export const MAX_MS_AHEAD = MAX_MINUTES_AHEAD * 60_000;

/**
 * How far an event may lie in the future; entitlement checks hardly at all (`metering-pricing.md` 7 and
 * 11.6).
 */
const MAX_AHEAD = {
  ingested: { minutes: MAX_MINUTES_AHEAD, words: '24 hours' },
  entitled: { minutes: 5, words: '5 minutes' },
} as const;
/** Maximum age of events without a cycle that count as usage: 400 days (`metering-pricing.md` 7). */
const MAX_MINUTES_BACK = 400 * 24 * 60;

/** Step 7: an event counts until the grace period of its cycle has ended, according to its receipt time. */
export function checkTime(event: {
  at: Temporal.Instant;
  receivedAt: Temporal.Instant;
  isEntitled: boolean;
  cycle: ScheduleCycle | undefined;
  /** Whether a late event counts all the same and the invoice of its cycle is adjusted. */
  isLateArrival?: boolean;
}): Failure | null {
  const { at, receivedAt, isEntitled, cycle, isLateArrival = false } = event;
  const max = isEntitled ? MAX_AHEAD.entitled : MAX_AHEAD.ingested;
  if (isMoreThan(max.minutes, receivedAt, at))
    return { status: 'INGESTION_FAILED', description: `timestamp is more than ${max.words} in the future` };
  const isTooOld = () => isMoreThan(MAX_MINUTES_BACK, at, receivedAt);
  if (isLateArrival && isTooOld()) return TOO_OLD;
  const isLate = cycle ? !isLateArrival && isPastDeadline(cycle, receivedAt) : isTooOld();
  if (!isLate) return null;
  return {
    status: 'INGESTION_FAILED_PAST_GRACE_PERIOD',
    description: cycle
      ? `the cycle from ${cycle.start} took events until ${cycle.dueAt}`
      : 'no plan is in force at the time of the event, and it is more than 400 days ago',
  };
}

/** Limits how long the invoice of a cycle can be adjusted. */
const TOO_OLD: Failure = {
  status: 'INGESTION_FAILED_PAST_GRACE_PERIOD',
  description: 'the cycle is closed, and the event is more than 400 days old',
};

/** Whether the grace period of a cycle had ended when something was received. */
export function isPastDeadline(
  { dueAt }: Pick<ScheduleCycle, 'dueAt'>,
  receivedAt: Temporal.Instant,
): boolean {
  return isNotBefore(receivedAt, dueAt);
}

/** Comparing instants is slow, so it happens only within a millisecond of the boundary. */
function isNotBefore(at: Temporal.Instant, border: Temporal.Instant): boolean {
  const overMs = at.epochMilliseconds - border.epochMilliseconds;
  return overMs > 1 || (overMs >= -1 && Temporal.Instant.compare(at, border) >= 0);
}

/** Whether `to` is more than `minutes` after `from`; exact arithmetic is slow, so only at the boundary. */
function isMoreThan(minutes: number, from: Temporal.Instant, to: Temporal.Instant): boolean {
  const overMs = to.epochMilliseconds - from.epochMilliseconds - minutes * 60_000;
  return overMs > 1 || (overMs >= -1 && Temporal.Instant.compare(from.add({ minutes }), to) < 0);
}
