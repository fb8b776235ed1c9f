import type { PricingCycleConfig } from '#core/period-config.ts';
import type { UsageCycleInterval } from './read-granting-rates.ts';

const LONGEST_DAYS: Record<UsageCycleInterval, number> = {
  WEEKLY: 7,
  MONTHLY: 31,
  QUARTERLY: 92,
  HALF_YEARLY: 184,
  ANNUALLY: 366,
};
/** From 1 February of a common year, where months are involved. */
const SHORTEST_DAYS = {
  WEEKLY: 7,
  MONTHLY: 28,
  QUARTERLY: 89,
  HALF_YEARLY: 181,
  ANNUALLY: 365,
};

/** Windows that are rated separately must be shorter than the cycle they split, in every year. */
export function isShorterThanCycle(
  usageCycle: UsageCycleInterval,
  { interval, intervalDays = 0 }: PricingCycleConfig,
): boolean {
  const days = interval === 'CUSTOM_DAYS' ? intervalDays : SHORTEST_DAYS[interval];
  return LONGEST_DAYS[usageCycle] < days;
}
