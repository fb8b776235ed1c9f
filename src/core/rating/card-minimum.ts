import { type Decimal, decimal, decimalText } from '../decimal.ts';
import { billedPart, type DateRange } from '../period.ts';
import { prorate } from '../proration.ts';

/** Billed days of a partly billed cycle, and days of the whole cycle. */
export interface CutDays {
  billedDays: number;
  nominalDays: number;
}

/**
 * How the minimum of a card applies in a cycle or a block of cycles: in full, for the days of a part, or not
 * at all. By default a part owes its days, so that all parts together owe one minimum. Otherwise the first of
 * the schedules that share the days owes all of it: `paysWhole` tells whether this is the first, and is
 * called for parts only.
 */
export function minimumIn(
  days: CutDays,
  { isProrated, paysWhole }: { isProrated: boolean; paysWhole: () => boolean },
): 'WHOLE' | 'NONE' | CutDays {
  if (days.billedDays === days.nominalDays) return 'WHOLE';
  if (isProrated) return { billedDays: days.billedDays, nominalDays: days.nominalDays };
  return paysWhole() ? 'WHOLE' : 'NONE';
}

/** Whether no schedule owed the minimum on earlier days of a cycle or a block. */
export function isFirstToOwe(block: DateRange, earlier: readonly DateRange[]): boolean {
  return !earlier.some((days) => billedPart(block, days) !== null);
}

/** Prices with the minimum for some days; the maximum stays above it. */
export function withMinimumOf<T extends { minimumRate?: string }>(prices: T, days: CutDays | undefined): T {
  if (!days || prices.minimumRate === undefined) return prices;
  return { ...prices, minimumRate: decimalText(shareOf(prices.minimumRate, days)) };
}

function shareOf(minimum: string, { billedDays, nominalDays }: CutDays): Decimal {
  return prorate(decimal(minimum), billedDays, nominalDays);
}
