import { type Static, Type } from 'typebox';
import type { Decimal } from '#core/decimal.ts';
import { Closed, Enum, ExactNumber, List, Text } from '#platform/http/schemas.ts';

/** Later card types of the public API join here; until then they are refused by name. */
const RATE_CARD_TYPES = ['USAGE', 'FIXED_FEE', 'BILLING_ENTITLEMENT', 'ENTITLEMENT_OVERAGE'] as const;
export type RateCardType = (typeof RATE_CARD_TYPES)[number];

const INVOICE_TIMINGS = ['IN_ADVANCE', 'IN_ARREARS', 'PREPAID'] as const;
const MAX_OPERATIONS = 50;
const MAX_CURRENCIES = 50;
const MAX_SLABS = 10;
/** The weeks of a year, each with credits of its own, and some more. */
const MAX_FEATURE_CONFIGS = 60;
/** A hundred years of months: blocks further away are a slip, and their dates must stay computable. */
const MAX_CYCLES = 1200;

export const Currency = Text(3, 3, { pattern: '^[A-Z]{3}$', description: 'ISO 4217 code' });
const CardName = Text(0, 50, { description: 'Unique in the plan; generated when absent' });
const DisplayName = Text(0, 255);
const Tag = Text(0, 50, { description: 'Cards with the same tag are grouped' });

/** The maps of the public API hold texts; clients send numbers too, and both mean the same amount. */
const DecimalText = Type.Unsafe<Decimal | string>({
  anyOf: [ExactNumber(), Text(1, 60, { pattern: '^-?\\d{1,38}(\\.\\d{1,18})?$' })],
  description: 'A decimal in a string; a number is accepted',
});
const Bounds = Closed(
  { minimumRate: Type.Optional(DecimalText), maximumRate: Type.Optional(DecimalText) },
  { description: 'Least and most that the amount may be' },
);

const Slab = Closed({
  order: Type.Integer({ minimum: 1, maximum: MAX_SLABS }),
  startAfter: ExactNumber({ description: 'Exclusive lower border; 0 for the first slab' }),
  priceType: Enum(['FLAT', 'PER_UNIT', 'PACKAGE']),
  slabConfig: Type.Optional(Closed({ packageSize: Type.Optional(DecimalText) })),
});
const RatePlan = Closed({
  pricingModel: Enum(['TIERED', 'VOLUME']),
  slabs: List(Slab, { minItems: 1, maxItems: MAX_SLABS }),
});
const SlabRate = Closed({
  order: Type.Integer({ minimum: 1, maximum: MAX_SLABS }),
  rate: ExactNumber(),
  slabRateConfig: Type.Optional(Bounds),
});
const RateValue = Closed({
  currency: Currency,
  slabRates: List(SlabRate, { minItems: 1, maxItems: MAX_SLABS }),
  rateConfig: Type.Optional(Bounds),
});

const common = {
  displayName: Type.Optional(DisplayName),
  tag: Type.Optional(Tag),
  name: Type.Optional(CardName),
};
/** Slabs, and what they cost in each currency. */
const prices = {
  ratePlan: RatePlan,
  rateValues: List(RateValue, { minItems: 1, maxItems: MAX_CURRENCIES }),
};

const UsageRateCard = Closed({
  usageMeterId: Type.Optional(Text(1, 50, { description: 'The billableId when absent' })),
  ...common,
  ...prices,
});

const interval = Type.Integer({
  ...{ minimum: 1, maximum: MAX_CYCLES },
  description: 'Charged every n cycles; default 1',
});
const offset = Type.Integer({
  ...{ minimum: 0, maximum: MAX_CYCLES },
  description: 'Cycles skipped first; default 0',
});
const RecurrenceConfig = Closed({ interval: Type.Optional(interval), offset: Type.Optional(offset) });
const FixedFeeRateCard = Closed({
  id: Type.Optional(Text(1, 50, { description: 'Add-on id; the billableId when absent' })),
  ...common,
  invoiceTiming: Type.Optional(Enum(INVOICE_TIMINGS)),
  type: Type.Optional(
    Enum(['ONE_TIME', 'RECURRING'], {
      description: 'Default RECURRING in BILLING plans and ONE_TIME in PURCHASE plans',
    }),
  ),
  rateValues: List(Closed({ currency: Currency, rate: ExactNumber() }), {
    minItems: 1,
    maxItems: MAX_CURRENCIES,
  }),
  enableProration: Type.Boolean(),
  recurrenceConfig: Type.Optional(RecurrenceConfig),
});

const FeatureConfig = Closed({
  effectiveFrom: Type.Optional(
    Text(1, 60, { description: 'ISO 8601 duration after the beginning of the block; default PT0S' }),
  ),
  effectiveUntil: Text(1, 60, { description: 'ISO 8601 duration after the beginning of the block' }),
  featureCreditLimit: ExactNumber({ minimum: '0', description: 'Credits of this window' }),
});
const featureId = Text(1, 50, { description: 'The billableId when absent' });
const BillingEntitlementRateCard = Closed({
  featureId: Type.Optional(featureId),
  ...common,
  invoiceTiming: Type.Optional(Enum(INVOICE_TIMINGS)),
  featureConfigs: List(FeatureConfig, {
    ...{ minItems: 1, maxItems: MAX_FEATURE_CONFIGS },
    description: 'The credits that a block grants; the sum of their limits is priced',
  }),
  ...prices,
  recurrenceConfig: Type.Optional(RecurrenceConfig),
});

const EntitlementOverageRateCard = Closed({
  featureId: Type.Optional(featureId),
  ...common,
  maxQuantity: Type.Optional(ExactNumber({ minimum: '0', description: 'Per block; unlimited when absent' })),
  ...prices,
  billingConfig: Type.Optional(
    Closed({ interval: Type.Optional(interval), startOffset: Type.Optional(offset) }),
  ),
});

export const RateCardDetails = Closed(
  {
    usageRateCard: Type.Optional(UsageRateCard),
    fixedFeeRateCard: Type.Optional(FixedFeeRateCard),
    billingEntitlementRateCard: Type.Optional(BillingEntitlementRateCard),
    entitlementOverageRateCard: Type.Optional(EntitlementOverageRateCard),
  },
  { description: 'Exactly the member that fits the type of the card' },
);
export type RateCardDetails = Static<typeof RateCardDetails>;

export const RateCardData = Closed({
  billableId: Text(1, 50, { description: 'Usage meter, add-on or feature' }),
  type: Enum(RATE_CARD_TYPES),
  displayName: Type.Optional(DisplayName),
  invoiceTiming: Enum(INVOICE_TIMINGS),
  rateCardDetails: RateCardDetails,
  tag: Type.Optional(Tag),
});
export type RateCardData = Static<typeof RateCardData>;

export const RateCardOperation = Closed({
  actionType: Enum(['CREATE', 'UPDATE', 'DELETE', 'UPSERT']),
  rateCardName: Type.Optional(
    Text(0, 50, { description: 'The card to UPDATE, DELETE or UPSERT; the name of a new one' }),
  ),
  rateCard: Type.Optional(RateCardData),
});
export type RateCardOperation = Static<typeof RateCardOperation>;

export const BulkRateCardOperationsRequest = Closed({
  operations: List(RateCardOperation, { minItems: 1, maxItems: MAX_OPERATIONS }),
});

export const RateCard = Closed({
  name: Text(0, 50),
  billableId: Text(0, 50),
  type: Enum(RATE_CARD_TYPES),
  displayName: Text(0, 255),
  invoiceTiming: Enum(INVOICE_TIMINGS),
  rateCardDetails: RateCardDetails,
  tag: Type.Optional(Text(0, 50)),
  referenceId: Text(0, 50, { description: 'The plan version that holds the card' }),
  referenceType: Text(0, 50),
  currencies: Type.Array(Type.String(), { description: 'Currencies that the card prices' }),
  pricePlanId: Text(0, 50),
  accountId: Type.Optional(Type.String()),
});
export type RateCard = Static<typeof RateCard>;

export const BulkRateCardOperationsResponse = Closed({ rateCards: Type.Array(RateCard) });

/** The same shape with every exact number as its canonical text. */
type Texts<T> = T extends Decimal
  ? string
  : T extends readonly (infer I)[]
    ? Texts<I>[]
    : T extends object
      ? { [K in keyof T]: Texts<T[K]> }
      : T;

/** Rate card details as they are stored: plain JSON, decimals as canonical text. */
export type StoredDetails = Texts<RateCardDetails>;
export type StoredUsageCard = NonNullable<StoredDetails['usageRateCard']>;
export type StoredFixedFeeCard = NonNullable<StoredDetails['fixedFeeRateCard']>;
export type StoredEntitlementCard = NonNullable<StoredDetails['billingEntitlementRateCard']>;
export type StoredOverageCard = NonNullable<StoredDetails['entitlementOverageRateCard']>;
/** A card whose price depends on a quantity. */
export type StoredPrices = Pick<StoredUsageCard, 'ratePlan' | 'rateValues'>;
