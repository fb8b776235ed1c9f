import type { FeeTerms, Recurrence } from '#core/rating/recurrence.ts';
import type { StoredLicenseCard } from './card-details-schema.ts';
import type { InvoiceTiming } from './card-types.ts';
import { boundsOf, notPriced, readBilledTiming, readPrices, sizeOf, type UsageRate } from './read-prices.ts';
import { readRecurrence } from './read-rates.ts';
import type { RateCardRow } from './store/rate-cards.ts';

/** The price of licenses, and how they are counted. */
export interface LicenseRate extends UsageRate {
  timing: FeeTerms['timing'];
  licenseType: 'LICENSE' | 'NAMED_LICENSE';
  isProrated: boolean;
  /** Windows that are rated separately; null: the pricing cycle is one. */
  usageCycle: UsageCycleInterval | null;
  /** How unused days of an advance charge are refunded. */
  refundMode: 'NONE' | 'CREDITS' | 'WALLET' | 'PAYMENT';
  /** Limit per account; null without a limit. */
  maxQuantity: string | null;
}
export type UsageCycleInterval = NonNullable<StoredLicenseCard['usageCycle']>;

/** Credits granted per block or once, and their price: that of `creditAmount`. */
export interface CreditGrantRate extends UsageRate {
  /** PREPAID: granted when an order of the block is paid. */
  timing: InvoiceTiming;
  feeType: FeeTerms['feeType'];
  recurrence: Recurrence;
  creditAmount: string;
  priority: number;
  expiryType: 'PRICING_CYCLE' | 'NO_EXPIRY' | 'CUSTOM';
  /** ISO 8601, for CUSTOM only. */
  expiryDuration: string | null;
  applicableEntityIds: string[];
}

/** Throws `RangeError` if the card is no license card or has no price in the currency. */
export function readLicense(card: RateCardRow, currency: string): LicenseRate {
  const license = card.details.licenseRateCard;
  const prices = readPrices(card, license, currency);
  return {
    ...prices,
    timing: readBilledTiming(card),
    licenseType: license?.type ?? 'LICENSE',
    isProrated: license?.enableProration ?? false,
    usageCycle: license?.usageCycle ?? null,
    refundMode: license?.proratedRefundMode ?? 'NONE',
    maxQuantity: license?.config?.maxQuantity ?? null,
  };
}

/** Throws `RangeError` if the card grants no credits or has no price in the currency. */
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
      ...sizeOf(slabConfig),
      ...boundsOf(slabRateConfig),
    })),
    ...boundsOf(value.rateConfig),
    timing: card.invoiceTiming,
    feeType: grant.type ?? 'RECURRING',
    recurrence: readRecurrence(card),
    creditAmount: value.creditAmount,
    priority,
    expiryType,
    expiryDuration: expiryType === 'CUSTOM' ? (expiryDuration ?? null) : null,
    applicableEntityIds: applicableEntityIds ?? [],
  };
}

/** The minimum price of a plan per cycle, and whether advance charges count towards it. */
interface CommitmentRate {
  amount: string;
  includesAdvance: boolean;
}

/** Null if it has no minimum in the currency. */
export function readMinimumCommitment(card: RateCardRow, currency: string): CommitmentRate | null {
  const { rateValues = [], includeAdvanceFees = false } = card.details.minimumCommitmentRateCard ?? {};
  const value = rateValues.find((each) => each.currency === currency);
  return value ? { amount: value.rate, includesAdvance: includeAdvanceFees } : null;
}
