import { requireCurrency } from './resolve-association.ts';
import type { PlannedSchedule } from './store/schedules.ts';

/** Schedules that would become live are priced in the currency of the account; those that are live go on. */
export function requireCurrencies(
  timeline: readonly PlannedSchedule[],
  facts: { live: readonly PlannedSchedule[]; currency: string },
): void {
  const running = new Set(facts.live.map(({ id }) => id));
  for (const { id, planId, planVersion: version, supportedCurrencies } of timeline)
    if (!running.has(id)) requireCurrency({ planId, version, supportedCurrencies }, facts.currency);
}
