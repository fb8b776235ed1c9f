import { type Static, Type } from 'typebox';
import type { Decimal } from '#core/decimal.ts';
import { MAX_AMOUNT } from '#core/money.ts';
import { Closed, Enum, ExactNumber, Extension, List, Text } from '#platform/http/schemas.ts';
import {
  CardBounds,
  Currency,
  MAX_CURRENCIES,
  prices,
  pricesInPlace,
  Quantity,
  rateValues,
} from './price-schema.ts';

export const INVOICE_TIMINGS = ['IN_ADVANCE', 'IN_ARREARS', 'PREPAID'] as const;
/** How unused days of an advance charge are refunded. */
const REFUND_MODES = ['NONE', 'CREDITS', 'PAYMENT', 'WALLET'] as const;
const CYCLE_INTERVALS = ['WEEKLY', 'MONTHLY', 'QUARTERLY', 'HALF_YEARLY', 'ANNUALLY'] as const;
/** The weeks of a year, each with its own credits, and a few more. */
const MAX_FEATURE_CONFIGS = 60;
/** A hundred years of months: more is a mistake, and dates of blocks must stay computable. */
const MAX_CYCLES = 1200;

export const DisplayName = Text(0, 255);
export const Tag = Text(0, 50, { description: 'Cards with the same tag are grouped' });
const common = {
  displayName: Type.Optional(DisplayName),
  tag: Type.Optional(Tag),
  name: Type.Optional(Text(0, 50, { description: 'Unique in the plan; generated if absent' })),
};
const invoiceTiming = Type.Optional(Enum(INVOICE_TIMINGS));
const featureId = Type.Optional(Text(1, 50, { description: 'Default: the billableId' }));
const addOnId = Type.Optional(Text(1, 50, { description: 'Add-on id; default: the billableId' }));

const interval = Type.Integer({
  ...{ minimum: 1, maximum: MAX_CYCLES },
  description: 'Charged every n cycles; default 1',
});
const offset = Type.Integer({
  ...{ minimum: 0, maximum: MAX_CYCLES },
  description: 'Cycles skipped at the start; default 0',
});
const recurrence = {
  type: Type.Optional(
    Enum(['ONE_TIME', 'RECURRING'], {
      description: 'Default RECURRING in BILLING plans and ONE_TIME in PURCHASE plans',
    }),
  ),
  recurrenceConfig: Type.Optional(
    Closed(
      { interval: Type.Optional(interval), offset: Type.Optional(offset) },
      { component: 'RecurrenceConfig' },
    ),
  ),
};

export const UsageRateCard = Closed(
  {
    usageMeterId: Type.Optional(Text(1, 50, { description: 'Default: the billableId' })),
    priceMeterId: Type.Optional(
      Extension(
        Text(1, 50, {
          description:
            'For DYNAMIC prices: a SUM meter of the amounts in events, in the currency of the account',
        }),
      ),
    ),
    ...common,
    ...prices,
    maximumQuantity: Type.Optional(
      Extension(Quantity('Units beyond it are not charged; unlimited when absent')),
    ),
  },
  { component: 'UsageRateCard' },
);

export const FixedFeeRateCard = Closed(
  {
    id: addOnId,
    ...common,
    invoiceTiming,
    ...recurrence,
    rateValues,
    enableProration: Type.Boolean(),
    proratedRefundMode: Type.Optional(
      Extension(
        Enum(REFUND_MODES, {
          description:
            'Refund for the unused days of a prorated advance fee: a credit, or a credit note with its ' +
            'taxes, to the wallet or the payer; NONE refunds nothing. Default CREDITS',
        }),
      ),
    ),
  },
  { component: 'FixedFeeRateCard' },
);

export const LicenseRateCard = Closed(
  {
    id: addOnId,
    ...common,
    invoiceTiming,
    type: Type.Optional(
      Enum(['LICENSE', 'NAMED_LICENSE'], { description: 'Default: the type of the add-on' }),
    ),
    usageCycle: Type.Optional(
      Enum(CYCLE_INTERVALS, { description: 'Each window of this length is rated separately' }),
    ),
    enableProration: Type.Boolean(),
    config: Type.Optional(
      Closed({
        maxQuantity: Type.Optional(
          ExactNumber({ minimum: '0', maximum: '9223372036854775807', description: 'A whole number' }),
        ),
        maxQuantityBreachAction: Type.Optional(
          Enum(['DO_NOTHING'], { description: 'Licenses above the maximum are rejected' }),
        ),
      }),
    ),
    ...prices,
    proratedRefundMode: Type.Optional(
      Enum(REFUND_MODES, {
        description:
          'Refund for unused advance licenses: a credit, or a credit note to the wallet or the ' +
          'payer. Default CREDITS if prorated and invoiced IN_ADVANCE, else NONE',
      }),
    ),
  },
  { component: 'LicenseRateCard' },
);

const FeatureConfig = Closed(
  {
    effectiveFrom: Type.Optional(
      Text(1, 60, { description: 'ISO 8601 duration from the start of the block; default PT0S' }),
    ),
    effectiveUntil: Text(1, 60, { description: 'ISO 8601 duration from the start of the block' }),
    featureCreditLimit: Quantity('Credits of this window'),
  },
  { component: 'FeatureConfig' },
);
export const BillingEntitlementRateCard = Closed(
  {
    featureId,
    ...common,
    invoiceTiming,
    featureConfigs: List(FeatureConfig, {
      ...{ minItems: 1, maxItems: MAX_FEATURE_CONFIGS },
      description: 'Credits granted per block; the price applies to the sum of their limits',
    }),
    ...prices,
    recurrenceConfig: recurrence.recurrenceConfig,
  },
  { component: 'BillingEntitlementRateCard' },
);

export const EntitlementOverageRateCard = Closed(
  {
    featureId,
    ...common,
    maxQuantity: Type.Optional(Quantity('Per block; unlimited when absent')),
    ...prices,
    billingConfig: Type.Optional(
      Closed({ interval: Type.Optional(interval), startOffset: Type.Optional(offset) }),
    ),
  },
  { component: 'EntitlementOverageRateCard' },
);

const GrantDetails = Closed(
  {
    priority: Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'Lower is spent first' }),
    expiryType: Enum(['PRICING_CYCLE', 'NO_EXPIRY', 'CUSTOM'], {
      description: 'PRICING_CYCLE: the end of the cycles covered by the grant',
    }),
    expiryDuration: Type.Optional(Text(1, 60, { description: 'ISO 8601 duration; for CUSTOM only' })),
    applicableEntityIds: Type.Optional(
      List(Text(1, 50), {
        ...{ maxItems: 100, uniqueItems: true },
        description: 'Billables that the credits can pay for, as in account credits; empty: all',
      }),
    ),
  },
  { component: 'GrantDetails' },
);
export const CurrencySlabRateDetail = Closed(
  {
    currency: Currency,
    creditAmount: ExactNumber({ minimum: '0', maximum: MAX_AMOUNT, description: 'Granted amount' }),
    slabDetails: pricesInPlace.slabDetails,
    rateConfig: Type.Optional(CardBounds),
  },
  { component: 'CurrencySlabRateDetail' },
);
export const CreditGrantRateCard = Closed(
  {
    id: addOnId,
    ...common,
    invoiceTiming,
    ...recurrence,
    grantDetails: GrantDetails,
    rateDetails: Closed({
      pricingModel: pricesInPlace.pricingModel,
      currencySlabRateDetails: List(CurrencySlabRateDetail, { minItems: 1, maxItems: MAX_CURRENCIES }),
    }),
  },
  { component: 'CreditGrantRateCard' },
);

export const MinimumCommitment = Closed(
  {
    displayName: Type.Optional(DisplayName),
    rateValues,
    includeAdvanceFees: Type.Optional(
      Extension(
        Type.Boolean({
          description:
            'Whether fixed fees, licenses and entitlements charged in advance for days of the ' +
            'cycle count towards it, less their refunds. Default false',
        }),
      ),
    ),
  },
  { component: 'MinimumCommitment' },
);

export const RateCardDetails = Closed(
  {
    usageRateCard: Type.Optional(UsageRateCard),
    fixedFeeRateCard: Type.Optional(FixedFeeRateCard),
    licenseRateCard: Type.Optional(LicenseRateCard),
    billingEntitlementRateCard: Type.Optional(BillingEntitlementRateCard),
    entitlementOverageRateCard: Type.Optional(EntitlementOverageRateCard),
    creditGrantRateCard: Type.Optional(CreditGrantRateCard),
    minimumCommitmentRateCard: Type.Optional(MinimumCommitment),
  },
  { component: 'RateCardDetails', description: 'Exactly the member for the type of the card' },
);
export type RateCardDetails = Static<typeof RateCardDetails>;

/** The same shape with every exact number as canonical text. */
type Texts<T> = T extends Decimal
  ? string
  : T extends readonly (infer I)[]
    ? Texts<I>[]
    : T extends object
      ? { [K in keyof T]: Texts<T[K]> }
      : T;

/** Rate card details as stored: plain JSON, decimals as canonical text. */
export type StoredDetails = Texts<RateCardDetails>;
export type StoredUsageCard = NonNullable<StoredDetails['usageRateCard']>;
export type StoredFixedFeeCard = NonNullable<StoredDetails['fixedFeeRateCard']>;
export type StoredLicenseCard = NonNullable<StoredDetails['licenseRateCard']>;
export type StoredEntitlementCard = NonNullable<StoredDetails['billingEntitlementRateCard']>;
export type StoredOverageCard = NonNullable<StoredDetails['entitlementOverageRateCard']>;
export type StoredCreditGrantCard = NonNullable<StoredDetails['creditGrantRateCard']>;
export type StoredCommitment = NonNullable<StoredDetails['minimumCommitmentRateCard']>;
/** A card whose price depends on a quantity. */
export type StoredPrices = Pick<StoredUsageCard, 'ratePlan' | 'rateValues'>;
