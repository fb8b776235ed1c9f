import { type Static, Type } from 'typebox';
import type { Decimal } from '#core/decimal.ts';
import { Closed, Enum, ExactNumber, List, Text } from '#platform/http/schemas.ts';

/** Later card types of the public API join here; until then they are refused by name. */
const RATE_CARD_TYPES = ['USAGE', 'FIXED_FEE'] as const;
export type RateCardType = (typeof RATE_CARD_TYPES)[number];

const INVOICE_TIMINGS = ['IN_ADVANCE', 'IN_ARREARS'] as const;
const MAX_OPERATIONS = 50;
const MAX_CURRENCIES = 50;
const MAX_SLABS = 10;
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

const UsageRateCard = Closed({
  usageMeterId: Type.Optional(Text(1, 50, { description: 'The billableId when absent' })),
  displayName: Type.Optional(DisplayName),
  tag: Type.Optional(Tag),
  name: Type.Optional(CardName),
  ratePlan: RatePlan,
  rateValues: List(RateValue, { minItems: 1, maxItems: MAX_CURRENCIES }),
});

const RecurrenceConfig = Closed({
  interval: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_CYCLES, description: 'Charged every n cycles; default 1' }),
  ),
  offset: Type.Optional(
    Type.Integer({ minimum: 0, maximum: MAX_CYCLES, description: 'Cycles skipped first; default 0' }),
  ),
});
const FixedFeeRateCard = Closed({
  id: Type.Optional(Text(1, 50, { description: 'Add-on id; the billableId when absent' })),
  displayName: Type.Optional(DisplayName),
  tag: Type.Optional(Tag),
  name: Type.Optional(CardName),
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

export const RateCardDetails = Closed(
  { usageRateCard: Type.Optional(UsageRateCard), fixedFeeRateCard: Type.Optional(FixedFeeRateCard) },
  { description: 'Exactly the member that fits the type of the card' },
);
export type RateCardDetails = Static<typeof RateCardDetails>;

export const RateCardData = Closed({
  billableId: Text(1, 50, { description: 'Usage meter or add-on' }),
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
