import { checkTime, MAX_MS_AHEAD } from '../check-time.ts';
import type { FixedStep, NeverStep, PerEventStep } from './step.ts';

/** The cycle that prices the event. */
export const CYCLE: FixedStep = {
  caching: 'FIXED',
  decide: (_, { period }, outcome) => {
    outcome.period = period;
    return null;
  },
};

/** Step 7 of `metering-pricing.md` 5. */
export const TIME: PerEventStep = {
  caching: 'PER_EVENT',
  decide: ({ timestamp: at }, { receivedAt, isEntitled, late, period }) =>
    checkTime({ at, receivedAt, isEntitled, cycle: period?.cycle, isLateArrival: late !== null }),
  shorten: (_, { period }) => {
    if (!period) return null;
    const { cycle } = period;
    const dueMs = cycle.dueAt.epochMilliseconds;
    return ({ event: { timestamp: at }, ms }, received) => {
      // Only within a millisecond of a bound do fractions matter.
      if (ms < received.ms + MAX_MS_AHEAD && received.ms < dueMs) return true;
      return checkTime({ at, receivedAt: received.at, isEntitled: false, cycle }) === null;
    };
  },
};

/** An event after the deadline of its cycle counts late, as the organization's policy says. */
export const LATE_ARRIVAL: NeverStep = {
  caching: 'NEVER',
  applies: ({ late }) => late !== null,
  decide: (_, { late, receivedAt }, { outcome }) => {
    if (late === 'ADJUST') outcome.isLateArrival = true;
    if (late === 'NEXT_CYCLE') outcome.usageAt = receivedAt;
    return null;
  },
};
