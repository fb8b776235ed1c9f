import { canonicalJson } from './canonical-json.ts';
import { A_MONDAY, type PricingCycleConfig, type ResolvedCycle, resolveOffsets } from './period-config.ts';

/**
 * A cycle with explicit offsets: if the offsets came from the day of association, the cycle would move when
 * its account is associated again.
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

/**
 * The cycle of a schedule as the API shows it (`metering-pricing.md` 14.3): as configured while its own first
 * day determines the borders, and with explicit offsets once they come from another day, because they were
 * retained, copied, or belonged to the part before a split.
 */
export function statedCycle({
  cycleConfig,
  resolvedCycle,
  startDate,
}: {
  cycleConfig: PricingCycleConfig;
  resolvedCycle: ResolvedCycle;
  startDate: Temporal.PlainDate;
}): PricingCycleConfig {
  const own = resolveOffsets(cycleConfig, startDate);
  const isOwn = canonicalJson(own) === canonicalJson(resolvedCycle);
  return isOwn ? cycleConfig : explicitCycle(cycleConfig, resolvedCycle);
}
