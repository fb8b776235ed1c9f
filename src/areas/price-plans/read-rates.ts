import type { FeeTerms, Recurrence } from '#core/rating/recurrence.ts';
import type { StoredFixedFeeCard } from './card-details-schema.ts';
import type { InvoiceTiming } from './card-types.ts';
import { notPriced, readBilledTiming, readPrices, type UsageRate } from './read-prices.ts';
import type { RateCardRow } from './store/rate-cards.ts';

/** The price of a fixed fee in one currency, and its timing. */
export interface FixedFeeRate extends FeeTerms {
  rate: string;
  /** How unused days of a prorated advance charge are refunded. */
  refundMode: NonNullable<StoredFixedFeeCard['proratedRefundMode']>;
}

/** The credits that a block grants, and their price. */
export interface EntitlementRate extends UsageRate {
  /** PREPAID: granted when an order of the block is paid. */
  timing: InvoiceTiming;
  recurrence: Recurrence;
  /** Windows of credits; the durations count from the start of the block. */
  featureConfigs: { effectiveFrom: string; effectiveUntil: string; featureCreditLimit: string }[];
  /** How many times a block grants its credits, as a factor of the window limits. A plan grants them once. */
  quantity: string;
}

/** The price of overage in a block. */
export interface OverageRate extends UsageRate {
  /** Limit per block; null without a limit. */
  maxQuantity: string | null;
  recurrence: Recurrence;
}

/** The price of usage. */
export interface UsageCardRate extends UsageRate {
  /** Units above it are not charged; absent without a cap. */
  maximumQuantity?: string;
}

/** Throws `RangeError` if the card is no usage card or has no price in the currency. */
export function readUsageRate(card: RateCardRow, currency: string): UsageCardRate {
  const usage = card.details.usageRateCard;
  const prices = readPrices(card, usage, currency);
  const { maximumQuantity } = usage ?? {};
  return { ...prices, ...(maximumQuantity !== undefined && { maximumQuantity }) };
}

/** The meter that sums the prices carried by events; null unless the price is DYNAMIC. */
export function readPriceMeterId({ details }: RateCardRow): string | null {
  return details.usageRateCard?.priceMeterId ?? null;
}

/** The meters that cards read: for the quantity and, if events carry it, for the price. */
export function meterIdsOf(cards: readonly RateCardRow[]): string[] {
  return cards
    .filter(({ type }) => type === 'USAGE')
    .flatMap((card) => [card.billableId, readPriceMeterId(card)])
    .filter((id) => id !== null);
}

/** Throws `RangeError` if the card grants no credits or has no price in the currency. */
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

/** Throws `RangeError` if the card is no overage card or has no price in the currency. */
export function readOverage(card: RateCardRow, currency: string): OverageRate {
  const overage = card.details.entitlementOverageRateCard;
  const prices = readPrices(card, overage, currency);
  return { ...prices, maxQuantity: overage?.maxQuantity ?? null, recurrence: readRecurrence(card) };
}

/** The minimum of a usage or overage card; null without a minimum. */
export function readCardMinimum({ details }: RateCardRow, currency: string): string | null {
  const card = details.usageRateCard ?? details.entitlementOverageRateCard;
  const value = card?.rateValues.find((each) => each.currency === currency);
  return value?.rateConfig?.minimumRate ?? null;
}

/** The blocks for which a card of any type is charged; usage and licenses are charged every cycle. */
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

/** Throws `RangeError` if the card is no fixed fee or has no price in the currency. */
export function readFixedFee(card: RateCardRow, currency: string): FixedFeeRate {
  const fee = card.details.fixedFeeRateCard;
  const value = fee?.rateValues.find((each) => each.currency === currency);
  if (!fee || !value) throw notPriced(card, currency);
  return {
    feeType: fee.type ?? 'RECURRING',
    timing: readBilledTiming(card),
    rate: value.rate,
    isProrated: fee.enableProration,
    refundMode: fee.proratedRefundMode ?? 'CREDITS',
    recurrence: readRecurrence(card),
  };
}
