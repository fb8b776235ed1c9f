import type { SlabInput } from '#core/invoice/index.ts';
import type { FeeTerms } from '#core/rating/recurrence.ts';
import type { StoredUsageCard } from './rate-card-schema.ts';
import type { RateCardRow } from './store/rate-cards.ts';

/** The prices of a usage card in one currency, as invoice inputs hold them: decimals are texts. */
export interface UsageRate {
  pricingModel: 'TIERED' | 'VOLUME';
  slabs: SlabInput[];
  minimumRate?: string;
  maximumRate?: string;
}

/** What a fixed fee costs in one currency, and when. */
export interface FixedFeeRate extends FeeTerms {
  rate: string;
}

/** Throws `RangeError` when the card is none of usage or has no price in the currency. */
export function readUsageRate(card: RateCardRow, currency: string): UsageRate {
  const usage = card.details.usageRateCard;
  const value = usage?.rateValues.find((each) => each.currency === currency);
  if (!usage || !value) throw notPriced(card, currency);
  return {
    pricingModel: usage.ratePlan.pricingModel,
    slabs: usage.ratePlan.slabs.map((slab) => joinSlab(slab, value, card)),
    ...value.rateConfig,
  };
}

/** Throws `RangeError` when the card is no fixed fee or has no price in the currency. */
export function readFixedFee(card: RateCardRow, currency: string): FixedFeeRate {
  const fee = card.details.fixedFeeRateCard;
  const value = fee?.rateValues.find((each) => each.currency === currency);
  if (!fee || !value) throw notPriced(card, currency);
  const { interval = 1, offset = 0 } = fee.recurrenceConfig ?? {};
  return {
    feeType: fee.type ?? 'RECURRING',
    timing: card.invoiceTiming,
    rate: value.rate,
    isProrated: fee.enableProration,
    recurrence: { interval, offset },
  };
}

/** Slabs and their prices stand apart on a card and are joined by `order`. */
function joinSlab(
  slab: StoredUsageCard['ratePlan']['slabs'][number],
  value: StoredUsageCard['rateValues'][number],
  card: RateCardRow,
): SlabInput {
  const rate = value.slabRates.find(({ order }) => order === slab.order);
  if (!rate) throw notPriced(card, value.currency);
  return {
    order: slab.order,
    startAfter: slab.startAfter,
    priceType: slab.priceType,
    ...slab.slabConfig,
    rate: rate.rate,
    ...rate.slabRateConfig,
  };
}

function notPriced(card: RateCardRow, currency: string): RangeError {
  return new RangeError(
    `rate card ${card.name} of ${card.referenceId} has no ${card.type} price in ${currency}`,
  );
}
