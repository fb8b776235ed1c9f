import { type Decimal, decimal, decimalText } from '../decimal.ts';
import { prorate } from '../proration.ts';
import type { FeeTerms } from './recurrence.ts';

/** Days of a cycle that is not billed in full, and days of the whole one. */
export interface CutDays {
  billedDays: number;
  nominalDays: number;
}

/**
 * How the minimum of a card holds in a cycle: as it is, for the days of a part, or not at all. By default a
 * part owes its days, so that the parts of a cycle owe one minimum together. Otherwise one schedule of a
 * chain owes all of it: `paysWhole` says whether it is this one, and is asked of parts only.
 */
export function minimumIn(
  days: CutDays,
  { isProrated, paysWhole }: { isProrated: boolean; paysWhole: () => boolean },
): 'WHOLE' | 'NONE' | CutDays {
  if (days.billedDays === days.nominalDays) return 'WHOLE';
  if (isProrated) return { billedDays: days.billedDays, nominalDays: days.nominalDays };
  return paysWhole() ? 'WHOLE' : 'NONE';
}

/** The terms of what a cycle owes once, whichever schedules share it. */
export const ONCE_A_CYCLE: FeeTerms = {
  feeType: 'RECURRING',
  timing: 'IN_ARREARS',
  isProrated: false,
  recurrence: { interval: 1, offset: 0 },
};

/** Prices with the minimum of some days; the maximum stays above it. */
export function withMinimumOf<T extends { minimumRate?: string }>(prices: T, days: CutDays | undefined): T {
  if (!days || prices.minimumRate === undefined) return prices;
  return { ...prices, minimumRate: decimalText(shareOf(prices.minimumRate, days)) };
}

function shareOf(minimum: string, { billedDays, nominalDays }: CutDays): Decimal {
  return prorate(decimal(minimum), billedDays, nominalDays);
}
