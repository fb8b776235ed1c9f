import { type RateCardRow, readPriceMeterId, readUsageRate } from '#areas/price-plans/index.ts';
import type { UsageMeterRow } from '#areas/usage-meters/index.ts';
import { decimalText, ZERO } from '#core/decimal.ts';
import type { MeterInput, UsageCardInput } from '#core/invoice/index.ts';
import { minimumIn, ONCE_A_CYCLE } from '#core/rating/card-minimum.ts';
import type { RatingFacts, UsageTotals } from './build-inputs.ts';
import { type ChargeFacts, findCharge } from './find-charge.ts';
import { nameCard } from './name-card.ts';

type UsageFacts = Pick<RatingFacts, 'currency' | 'meters' | 'hasWholeMinimums'> & ChargeFacts;

/** The usage of a meter and what it costs; of a price that events carry, also what they carried. */
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
    ...boundBelow(readUsageRate(card, facts.currency), card, facts),
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

/** The minimum of a cycle that other schedules share is owed once, by days or by the first that sells it. */
function boundBelow<T extends { minimumRate?: string }>(
  rate: T,
  { name }: RateCardRow,
  facts: UsageFacts,
): T & Pick<UsageCardInput, 'minimumDays'> {
  const { minimumRate, ...unbounded } = rate;
  if (minimumRate === undefined) return rate;
  const share = minimumIn(facts.part, {
    isProrated: !facts.hasWholeMinimums,
    paysWhole: () => findCharge({ ...ONCE_A_CYCLE, name }, facts) !== null,
  });
  if (share === 'WHOLE') return rate;
  return share === 'NONE' ? (unbounded as T) : { ...rate, minimumDays: share };
}

function totalOf({ id }: UsageMeterRow, usage: UsageTotals) {
  return usage.get(id) ?? { units: ZERO, events: 0 };
}

function describeMeter({ id, name, aggregation, version, unit }: UsageMeterRow): MeterInput {
  return { id, name, aggregation, version, ...(unit !== null && { unit }) };
}
