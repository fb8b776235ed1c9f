import { type TProperties, Type } from 'typebox';
import type { Decimal } from '#core/decimal.ts';
import { Closed, CURRENCY_CODE, Enum, ExactNumber, List, Text, TextMapWith } from '#platform/http/schemas.ts';

export const MAX_CURRENCIES = 50;
/** Rate cards of a version. */
export const MAX_CARDS = 100;
const MAX_SLABS = 10;

export const Currency = Text(3, 3, { ...CURRENCY_CODE, description: 'ISO 4217 code' });

/** 30 digits before the point (`metering-pricing.md` 0.1): the fees of a plan together fit an invoice. */
const MAX = '999999999999999999999999999999.99999999';
export const Rate = ExactNumber({ minimum: `-${MAX}`, maximum: MAX });
export function Quantity(description: string) {
  return ExactNumber({ minimum: '0', maximum: MAX, description });
}

/** The maps of the public API contain texts; clients also send numbers, which mean the same amount. */
const DecimalText = Type.Unsafe<Decimal | string>({
  anyOf: [
    Rate,
    Text(1, 60, {
      pattern: '^-?\\d{1,30}(\\.\\d{1,18})?$',
      form: 'must be a number with at most 18 decimal places',
    }),
  ],
  description: 'A decimal in a string; numbers are accepted, too',
});
const bounds = { minimumRate: Type.Optional(DecimalText), maximumRate: Type.Optional(DecimalText) };
const SlabBounds = configuration('SlabRateConfig', bounds, 'Least and most that the amount may be.');
export const CardBounds = configuration(
  'RateConfig',
  { ...bounds, minimumValue: Type.Optional(DecimalText) },
  'Least and most that the amount may be. minimumValue is another name of minimumRate.',
);

/** A map that the public API leaves open: unknown members are stored but do not affect prices. */
function configuration<T extends TProperties>(component: string, known: T, description: string) {
  const limits = { maxProperties: 20, maxKey: 50, maxValue: 255 };
  return TextMapWith(known, {
    ...limits,
    component,
    description: `${description} Other texts are stored without effect.`,
  });
}

const PriceType = Enum(['FLAT', 'PER_UNIT', 'PACKAGE', 'PERCENTAGE', 'DYNAMIC'], {
  extensions: ['PERCENTAGE', 'DYNAMIC'],
  description:
    'PERCENTAGE: quantity × rate / 100. DYNAMIC, on usage cards with a priceMeterId: carried amount × rate.',
});
const PricingModel = Enum(['TIERED', 'VOLUME']);
const slabOrder = Type.Integer({ minimum: 1, maximum: MAX_SLABS });
const startAfter = ExactNumber({
  ...{ maximum: MAX, description: 'Exclusive lower bound; 0 for the first tier' },
});
const SlabTerms = configuration(
  'SlabConfig',
  { packageSize: Type.Optional(DecimalText) },
  'Of PACKAGE: the size.',
);

const Slab = Closed(
  {
    order: slabOrder,
    startAfter,
    priceType: PriceType,
    slabConfig: Type.Optional(SlabTerms),
  },
  { component: 'Slab' },
);
export const RatePlan = Closed(
  {
    pricingModel: PricingModel,
    slabs: List(Slab, { minItems: 1, maxItems: MAX_SLABS }),
  },
  { component: 'RatePlan' },
);
const SlabRate = Closed(
  {
    order: slabOrder,
    rate: Rate,
    slabRateConfig: Type.Optional(SlabBounds),
  },
  { component: 'SlabRate' },
);
/** Prices of the slabs in one currency, by their orders. */
export const slabRates = List(SlabRate, { minItems: 1, maxItems: MAX_SLABS });
export const RateValue = Closed(
  {
    currency: Currency,
    slabRates,
    rateConfig: Type.Optional(CardBounds),
  },
  { component: 'RateValue' },
);

/** Slabs, and their prices in each currency. */
export const prices = {
  ratePlan: RatePlan,
  rateValues: List(RateValue, { minItems: 1, maxItems: MAX_CURRENCIES }),
};

/** One amount in each currency. */
const CurrencyRate = Closed({ currency: Currency, rate: Rate }, { component: 'CurrencyRate' });
export const rateValues = List(CurrencyRate, {
  ...{ minItems: 1, maxItems: MAX_CURRENCIES },
});

/** Slabs with inline prices; they have no order member, their index counts. */
const PricedSlab = Closed(
  {
    startAfter,
    priceType: PriceType,
    slabConfig: Type.Optional(SlabTerms),
    rate: Rate,
    slabRateConfig: Type.Optional(SlabBounds),
  },
  { component: 'PricedSlab' },
);
export const pricesInPlace = {
  pricingModel: PricingModel,
  slabDetails: List(PricedSlab, { minItems: 1, maxItems: MAX_SLABS }),
};
