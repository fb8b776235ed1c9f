import type { ScheduleCycle } from '#areas/schedules/index.ts';
import type { Failure } from './process-event.ts';

const MAX_HOURS_AHEAD = 24;
/** How far back events without a cycle are kept apart for usage: 400 days (`metering-pricing.md` 7). */
const MAX_HOURS_BACK = 400 * 24;

/** Step 7: an event counts until the grace period of its cycle has ended, decided by when it was received. */
export function judgeTime(event: {
  at: Temporal.Instant;
  receivedAt: Temporal.Instant;
  cycle: ScheduleCycle | undefined;
}): Failure | null {
  const { at, receivedAt, cycle } = event;
  if (isMoreThan(MAX_HOURS_AHEAD, receivedAt, at))
    return {
      status: 'INGESTION_FAILED',
      description: `timestamp is more than ${MAX_HOURS_AHEAD} hours in the future`,
    };
  const isLate = cycle
    ? Temporal.Instant.compare(receivedAt, cycle.dueAt) >= 0
    : isMoreThan(MAX_HOURS_BACK, at, receivedAt);
  if (!isLate) return null;
  return {
    status: 'INGESTION_FAILED_PAST_GRACE_PERIOD',
    description: cycle
      ? `the cycle from ${cycle.start} took events until ${cycle.dueAt}`
      : 'no plan is in force at the time of the event, and it is more than 400 days ago',
  };
}

/** Whether `to` is more than some hours after `from`; exact arithmetic is slow, used at the border only. */
function isMoreThan(hours: number, from: Temporal.Instant, to: Temporal.Instant): boolean {
  const overMs = to.epochMilliseconds - from.epochMilliseconds - hours * 3_600_000;
  return overMs > 1 || (overMs >= -1 && Temporal.Instant.compare(from.add({ hours }), to) < 0);
}
