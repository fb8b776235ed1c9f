import type { DateRange } from '#core/period.ts';
import { type CutDays, isFirstToOwe, minimumIn } from '#core/rating/card-minimum.ts';
import type { RatingFacts } from './rating-facts.ts';

/** The facts that determine the minimum of a card. */
export type MinimumFacts = Pick<RatingFacts, 'schedule' | 'part' | 'hasWholeMinimums' | 'minimumsBefore'>;

/** The whole days of a minimum, and how many of them are billed. */
type BoundDays = CutDays & DateRange;

/**
 * Applies the minimum of a cycle or a block to the prices: by its days, or whole in the first schedule that
 * shares it.
 */
export function boundBelow<T extends { minimumRate?: string }>(
  prices: T,
  facts: MinimumFacts,
  { name, days }: { name: string; days: BoundDays },
): T & { minimumDays?: CutDays } {
  const { minimumRate, ...unbounded } = prices;
  if (minimumRate === undefined) return prices;
  const share = minimumIn(days, {
    isProrated: !facts.hasWholeMinimums,
    paysWhole: () => isFirstToOwe(days, owedBefore(name, facts)),
  });
  if (share === 'WHOLE') return prices;
  return share === 'NONE' ? (unbounded as T) : { ...prices, minimumDays: share };
}

/** The schedule itself also owed the minimum on days that an earlier invoice bills. */
function owedBefore(name: string, { schedule, part, minimumsBefore }: MinimumFacts): DateRange[] {
  const { startDate, chainStartDate } = schedule;
  const earlier = minimumsBefore?.get(name) ?? [];
  const own = part.isRemainder ? [{ start: startDate, end: part.start }] : [];
  return [...(minimumsBefore ? earlier : [{ start: chainStartDate, end: startDate }]), ...own];
}
