import type { SlabInput } from '#core/invoice/index.ts';
import type { FeeTerms, Recurrence } from '#core/rating/recurrence.ts';
import type { StoredLicenseCard, StoredPrices } from './card-details-schema.ts';
import type { InvoiceTiming } from './card-types.ts';
import type { RateCardRow } from './store/rate-cards.ts';

/** The prices of a quantity in one currency, as invoice inputs hold them: decimals are texts. */
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

/** The credits that a block grants, and what they cost. */
export interface EntitlementRate extends UsageRate {
  /** PREPAID: granted when an order of the block is paid. */
  timing: InvoiceTiming;
  recurrence: Recurrence;
  /** Windows of credits; the durations count from the beginning of the block. */
  featureConfigs: { effectiveFrom: string; effectiveUntil: string; featureCreditLimit: string }[];
  /** How often a block grants its credits: a window has its limit times this. A plan grants them once. */
  quantity: string;
}

/** What using more than the credits of a block costs. */
export interface OverageRate extends UsageRate {
  /** Of a block; null without a limit. */
  maxQuantity: string | null;
  recurrence: Recurrence;
}

/** What licences cost, and how they are counted. */
export interface LicenseRate extends UsageRate {
  timing: FeeTerms['timing'];
  licenseType: 'LICENSE' | 'NAMED_LICENSE';
  isProrated: boolean;
  /** Windows that are rated each on its own; null: the pricing cycle is one. */
  usageCycle: UsageCycleInterval | null;
  /** What becomes of the unused days of a charge in advance. */
  refundMode: 'NONE' | 'CREDITS';
  /** Of an account; null without a limit. */
  maxQuantity: string | null;
}
export type UsageCycleInterval = NonNullable<StoredLicenseCard['usageCycle']>;

/** Credits of a block or of once, and what they cost: the price is that of `creditAmount`. */
export interface CreditGrantRate extends UsageRate {
  /** PREPAID: granted when an order of the block is paid. */
  timing: InvoiceTiming;
  feeType: FeeTerms['feeType'];
  recurrence: Recurrence;
  creditAmount: string;
  priority: number;
  expiryType: 'PRICING_CYCLE' | 'NO_EXPIRY' | 'CUSTOM';
  /** ISO 8601, of CUSTOM only. */
  expiryDuration: string | null;
  applicableEntityIds: string[];
}

/** Throws `RangeError` when the card is none of usage or has no price in the currency. */
export function readUsageRate(card: RateCardRow, currency: string): UsageRate {
  return readPrices(card, card.details.usageRateCard, currency);
}

/** Throws `RangeError` when the card grants no credits or has no price in the currency. */
export function readEntitlement(card: RateCardRow, currency: string): EntitlementRate {
  const entitlement = card.details.billingEntitlementRateCard;
  const prices = readPrices(card, entitlement, currency);
  return {
    ...prices,
    timing: card.invoiceTiming,
    recurrence: readRecurrence(card),
    featureConfigs: (entitlement?.featureConfigs ?? []).map((config) => ({
      effectiveFrom: 'PT0S',
      ...config,
    })),
    quantity: '1',
  };
}

/** Throws `RangeError` when the card is none of overage or has no price in the currency. */
export function readOverage(card: RateCardRow, currency: string): OverageRate {
  const overage = card.details.entitlementOverageRateCard;
  const prices = readPrices(card, overage, currency);
  return { ...prices, maxQuantity: overage?.maxQuantity ?? null, recurrence: readRecurrence(card) };
}

/**
 * The blocks that a card is charged for, whatever it costs; usage and licences are charged for every
 * cycle.
 */
export function readRecurrence({ details }: RateCardRow): Recurrence {
  const { fixedFeeRateCard, billingEntitlementRateCard, entitlementOverageRateCard } = details;
  const card = fixedFeeRateCard ?? billingEntitlementRateCard ?? details.creditGrantRateCard;
  const config = card?.recurrenceConfig;
  const billing = entitlementOverageRateCard?.billingConfig;
  return {
    interval: config?.interval ?? billing?.interval ?? 1,
    offset: config?.offset ?? billing?.startOffset ?? 0,
  };
}

/** Throws `RangeError` when the card is no fixed fee or has no price in the currency. */
export function readFixedFee(card: RateCardRow, currency: string): FixedFeeRate {
  const fee = card.details.fixedFeeRateCard;
  const value = fee?.rateValues.find((each) => each.currency === currency);
  if (!fee || !value) throw notPriced(card, currency);
  return {
    feeType: fee.type ?? 'RECURRING',
    timing: readBilledTiming(card),
    rate: value.rate,
    isProrated: fee.enableProration,
    recurrence: readRecurrence(card),
  };
}

/** Throws `RangeError` when the card is none of licences or has no price in the currency. */
export function readLicense(card: RateCardRow, currency: string): LicenseRate {
  const license = card.details.licenseRateCard;
  const prices = readPrices(card, license, currency);
  return {
    ...prices,
    timing: readBilledTiming(card),
    licenseType: license?.type ?? 'LICENSE',
    isProrated: license?.enableProration ?? false,
    usageCycle: license?.usageCycle ?? null,
    refundMode: license?.proratedRefundMode === 'CREDITS' ? 'CREDITS' : 'NONE',
    maxQuantity: license?.config?.maxQuantity ?? null,
  };
}

/** Throws `RangeError` when the card grants no credits or has no price in the currency. */
export function readCreditGrant(card: RateCardRow, currency: string): CreditGrantRate {
  const grant = card.details.creditGrantRateCard;
  const { pricingModel, currencySlabRateDetails } = grant?.rateDetails ?? {};
  const value = currencySlabRateDetails?.find((each) => each.currency === currency);
  if (!grant || !pricingModel || !value) throw notPriced(card, currency);
  const { priority, expiryType, expiryDuration, applicableEntityIds } = grant.grantDetails;
  return {
    pricingModel,
    slabs: value.slabDetails.map(({ slabConfig, slabRateConfig, ...slab }, index) => ({
      order: index + 1,
      ...slab,
      ...slabConfig,
      ...slabRateConfig,
    })),
    ...value.rateConfig,
    timing: card.invoiceTiming,
    feeType: grant.type ?? 'RECURRING',
    recurrence: readRecurrence(card),
    creditAmount: value.creditAmount,
    // Priorities of credits begin at 1, those of cards at 0.
    priority: Math.max(priority, 1),
    expiryType,
    expiryDuration: expiryType === 'CUSTOM' ? (expiryDuration ?? null) : null,
    applicableEntityIds: applicableEntityIds ?? [],
  };
}

/** What a plan costs at least per cycle; null when it has no minimum in the currency. */
export function readMinimumCommitment(card: RateCardRow, currency: string): { amount: string } | null {
  const values = card.details.minimumCommitmentRateCard?.rateValues;
  const value = values?.find((each) => each.currency === currency);
  return value ? { amount: value.rate } : null;
}

/** Saving refuses PREPAID where nothing is granted. */
function readBilledTiming({ name, invoiceTiming }: RateCardRow): FeeTerms['timing'] {
  if (invoiceTiming === 'PREPAID') throw new RangeError(`rate card ${name} cannot be PREPAID`);
  return invoiceTiming;
}

function readPrices(card: RateCardRow, prices: StoredPrices | undefined, currency: string): UsageRate {
  const value = prices?.rateValues.find((each) => each.currency === currency);
  if (!prices || !value) throw notPriced(card, currency);
  return {
    pricingModel: prices.ratePlan.pricingModel,
    slabs: prices.ratePlan.slabs.map((slab) => joinSlab(slab, value, card)),
    ...value.rateConfig,
  };
}

/** Slabs and their prices stand apart on a card and are joined by `order`. */
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
