import type { RateCardRow } from '#areas/price-plans/index.ts';
import { billedPart, type DateRange } from '#core/period.ts';
import { type FeeCharge, type FeeTerms, feeCharge } from '#core/rating/recurrence.ts';
import type { RatingFacts } from './build-inputs.ts';

/** A charge, and the days of its block that the schedule pays for. */
export interface BlockCharge extends FeeCharge {
  covered: DateRange;
}

/** What decides about the charges of a cycle. */
export type ChargeFacts = Pick<RatingFacts, 'schedule' | 'part' | 'soldBefore'>;

/** What a card with these terms charges with the invoice of a cycle; null when it is nothing. */
export function findCharge(
  { name, ...terms }: FeeTerms & Pick<RateCardRow, 'name'>,
  { schedule, part, soldBefore }: ChargeFacts,
): BlockCharge | null {
  // What an earlier invoice billed is not of this schedule any more.
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
