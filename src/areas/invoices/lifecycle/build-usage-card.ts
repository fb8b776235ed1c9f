import { type RateCardRow, readPriceMeterId, readUsageRate } from '#areas/price-plans/index.ts';
import type { UsageTotals } from '#areas/usage/index.ts';
import type { UsageMeterRow } from '#areas/usage-meters/index.ts';
import { decimalText, ZERO } from '#core/decimal.ts';
import type { MeterInput, UsageCardInput } from '#core/invoice/index.ts';
import { boundBelow, type MinimumFacts } from './bound-below.ts';
import { nameCard } from './name-card.ts';
import type { RatingFacts } from './rating-facts.ts';

type UsageFacts = Pick<RatingFacts, 'currency' | 'meters'> & MinimumFacts;

/**
 * Builds the usage of a meter with its price; for a dynamic price, also the sum of the prices in its events.
 */
export function buildUsageCard(
  card: RateCardRow,
  facts: UsageFacts,
  usage: UsageTotals,
): { card: UsageCardInput } | { problem: string } {
  const priceMeterId = readPriceMeterId(card);
  const meter = facts.meters.get(card.billableId);
  const priceMeter = priceMeterId === null ? null : facts.meters.get(priceMeterId);
  if (!meter) return { problem: `rate card ${card.name} has no usage meter ${card.billableId}` };
  if (priceMeter === undefined)
    return { problem: `rate card ${card.name} has no usage meter ${priceMeterId}` };
  const total = totalOf(meter, usage);
  const input: UsageCardInput = {
    type: 'USAGE',
    ...nameCard(card),
    meter: describeMeter(meter),
    quantity: decimalText(total.units),
    eventCount: total.events,
    ...boundBelow(readUsageRate(card, facts.currency), facts, { name: card.name, days: cycleOf(facts) }),
  };
  if (!priceMeter) return { card: input };
  const carried = totalOf(priceMeter, usage);
  return {
    card: {
      ...input,
      carriedAmount: decimalText(carried.units),
      priceMeter: { ...describeMeter(priceMeter), eventCount: carried.events },
    },
  };
}

function cycleOf({ part: { nominalStart: start, nominalEnd: end, billedDays, nominalDays } }: UsageFacts) {
  return { start, end, billedDays, nominalDays };
}

function totalOf({ id }: UsageMeterRow, usage: UsageTotals) {
  return usage.get(id) ?? { units: ZERO, events: 0 };
}

function describeMeter({ id, name, aggregation, version, unit }: UsageMeterRow): MeterInput {
  return { id, name, aggregation, version, ...(unit !== null && { unit }) };
}
