import { A_MONDAY, type PricingCycleConfig, type ResolvedCycle } from '#core/period-config.ts';

/**
 * A cycle with its offsets written out: one whose offsets come from the day of association would begin
 * elsewhere when its account is associated again.
 */
export function explicitCycle(config: PricingCycleConfig, resolved: ResolvedCycle): PricingCycleConfig {
  const { interval, gracePeriod, intervalDays } = config;
  if (interval === 'CUSTOM_DAYS') {
    const anchor = A_MONDAY.add({ days: Number(resolved.day) - 1 });
    const days = intervalDays === undefined ? {} : { intervalDays };
    return { interval, gracePeriod, ...days, anchorDate: anchor.toString() };
  }
  if (config.anniversaryCycle !== true) return config;
  const monthOffset = resolved.month === undefined ? 'NIL' : String(resolved.month);
  return { interval, gracePeriod, startOffset: { dayOffset: String(resolved.day), monthOffset } };
}
