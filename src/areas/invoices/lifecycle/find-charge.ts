import type { RateCardRow } from '#areas/price-plans/index.ts';
import { billedPart, type DateRange } from '#core/period.ts';
import { type FeeCharge, type FeeTerms, feeCharge } from '#core/rating/recurrence.ts';
import type { RatingFacts } from './rating-facts.ts';

/** A charge, and the days of its block that the schedule pays for. */
export interface BlockCharge extends FeeCharge {
  covered: DateRange;
}

/** The facts that determine the charges of a cycle. */
export type ChargeFacts = Pick<RatingFacts, 'schedule' | 'part' | 'soldBefore'>;

/** Returns the charge of a card with these terms on the invoice of a cycle; null if there is none. */
export function findCharge(
  { name, ...terms }: FeeTerms & Pick<RateCardRow, 'name'>,
  { schedule, part, soldBefore }: ChargeFacts,
): BlockCharge | null {
  // Days that an earlier invoice billed no longer belong to this schedule.
  const days = { start: part.isRemainder ? part.start : schedule.startDate, end: schedule.endDate };
  const own = part.isRemainder ? [{ ...terms, days: { start: schedule.startDate, end: part.start } }] : [];
  const charge = feeCharge(terms, {
    resolved: schedule.resolvedCycle,
    chainStart: schedule.chainStartDate,
    schedule: days,
    cycle: part,
    soldBefore: soldBefore && [...(soldBefore.get(name) ?? []), ...own],
  });
  const covered = charge && billedPart(charge.period, days);
  return covered && { ...charge, covered };
}
