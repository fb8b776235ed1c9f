import { type RateCardRow, readEntitlement, readOverage, readRecurrence } from '#areas/price-plans/index.ts';
import { decimalText, ZERO } from '#core/decimal.ts';
import type { EntitlementCardInput, OverageCardInput, PeriodInput } from '#core/invoice/index.ts';
import type { DateRange } from '#core/period.ts';
import { startOfDay } from '#core/period-zone.ts';
import { boundBelow } from './bound-below.ts';
import { type BlockCharge, findCharge } from './find-charge.ts';
import { nameCard } from './name-card.ts';
import type { RatingFacts } from './rating-facts.ts';

/**
 * Builds the card that grants and charges credits in full, once per block, in the schedule that covers its
 * first day (`metering-pricing.md` 16.3). Returns null in cycles without a charge.
 */
export function buildEntitlementCard(card: RateCardRow, facts: RatingFacts): EntitlementCardInput | null {
  const { timing, ...entitlement } = readEntitlement(card, facts.currency);
  const { recurrence } = entitlement;
  // An order bills the card before the cycle does.
  if (timing === 'PREPAID') return null;
  const terms = { feeType: 'RECURRING', timing, recurrence, isProrated: false } as const;
  const charge = findCharge({ ...terms, name: card.name }, facts);
  if (!charge) return null;
  return {
    type: 'BILLING_ENTITLEMENT',
    ...nameCard(card),
    ...entitlement,
    period: readPeriod(charge.covered),
  };
}

/** Returns null in cycles in which no block ends. */
export function buildOverageCard(card: RateCardRow, facts: RatingFacts): OverageCardInput | null {
  const { maxQuantity, ...prices } = readOverage(card, facts.currency);
  const charge = overageCharge(card, facts);
  if (!charge) return null;
  const { period, covered, billedDays, nominalDays } = charge;
  return {
    type: 'ENTITLEMENT_OVERAGE',
    ...nameCard(card),
    ...boundBelow(prices, facts, { name: card.name, days: { ...period, billedDays, nominalDays } }),
    ...(maxQuantity === null ? {} : { maxQuantity }),
    quantity: decimalText(facts.overage.get(card.billableId) ?? ZERO),
    period: readPeriod(covered),
  };
}

/** Returns the instants between which overage counts for the invoice of a cycle, by feature. */
export function overageRanges(
  facts: Pick<RatingFacts, 'schedule' | 'part' | 'cards'>,
): { featureId: string; from: Temporal.Instant; until: Temporal.Instant }[] {
  const { timeZone } = facts.schedule;
  return facts.cards.flatMap((card) => {
    const block = card.type === 'ENTITLEMENT_OVERAGE' ? overageCharge(card, facts)?.covered : null;
    if (!block) return [];
    const [from, until] = [startOfDay(block.start, timeZone), startOfDay(block.end, timeZone)];
    return [{ featureId: card.billableId, from, until }];
  });
}

/** Like usage, overage is priced by each schedule for its own days of the block. */
function overageCharge(card: RateCardRow, facts: Pick<RatingFacts, 'schedule' | 'part'>): BlockCharge | null {
  const terms = { feeType: 'RECURRING', timing: 'IN_ARREARS', isProrated: true } as const;
  return findCharge({ ...terms, recurrence: readRecurrence(card), name: card.name }, facts);
}

function readPeriod({ start, end }: DateRange): PeriodInput {
  return { start: start.toString(), end: end.toString() };
}
