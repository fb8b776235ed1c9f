import type { SlabInput } from '#core/invoice/index.ts';
import type { FeeTerms } from '#core/rating/recurrence.ts';
import type { StoredPrices } from './card-details-schema.ts';
import type { RateCardRow } from './store/rate-cards.ts';

/** The prices of a quantity in one currency, as in invoice inputs: decimals are texts. */
export interface UsageRate {
  pricingModel: 'TIERED' | 'VOLUME';
  slabs: SlabInput[];
  minimumRate?: string;
  maximumRate?: string;
}

/** Saving a card rejects PREPAID unless it grants something. */
export function readBilledTiming({ name, invoiceTiming }: RateCardRow): FeeTerms['timing'] {
  if (invoiceTiming === 'PREPAID') throw new RangeError(`rate card ${name} cannot be PREPAID`);
  return invoiceTiming;
}

/** Throws `RangeError` if there is no price in the currency. */
export function readPrices(card: RateCardRow, prices: StoredPrices | undefined, currency: string): UsageRate {
  const value = prices?.rateValues.find((each) => each.currency === currency);
  if (!prices || !value) throw notPriced(card, currency);
  return {
    pricingModel: prices.ratePlan.pricingModel,
    slabs: prices.ratePlan.slabs.map((slab) => joinSlab(slab, value, card)),
    ...boundsOf(value.rateConfig),
  };
}

/** Slabs and their prices are separate on a card and are joined by `order`. */
function joinSlab(
  slab: StoredPrices['ratePlan']['slabs'][number],
  value: StoredPrices['rateValues'][number],
  card: RateCardRow,
): SlabInput {
  const rate = value.slabRates.find(({ order }) => order === slab.order);
  if (!rate) throw notPriced(card, value.currency);
  return {
    order: slab.order,
    startAfter: slab.startAfter,
    priceType: slab.priceType,
    ...sizeOf(slab.slabConfig),
    rate: rate.rate,
    ...boundsOf(rate.slabRateConfig),
  };
}

/** Only the known bounds of the map: other members do not affect prices. */
export function boundsOf({ minimumRate, maximumRate }: Pick<UsageRate, 'minimumRate' | 'maximumRate'> = {}) {
  return {
    ...(minimumRate !== undefined && { minimumRate }),
    ...(maximumRate !== undefined && { maximumRate }),
  };
}

export function sizeOf({ packageSize }: Pick<SlabInput, 'packageSize'> = {}) {
  return packageSize === undefined ? {} : { packageSize };
}

export function notPriced(card: RateCardRow, currency: string): RangeError {
  return new RangeError(
    `rate card ${card.name} of ${card.referenceId} has no ${card.type} price in ${currency}`,
  );
}
