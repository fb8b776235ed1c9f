import { exact } from '../../../api/decimal.ts';
import { wholeOf } from '../../../format/decimals.ts';
import { readDecimal } from '../../../format/typed-decimal.ts';
import type { CardFields } from './card-fields.ts';
import { pricesOf } from './tier-request.ts';

export type RefundMode = 'NONE' | 'CREDITS' | 'PAYMENT' | 'WALLET';
type Interval = 'WEEKLY' | 'MONTHLY' | 'QUARTERLY' | 'HALF_YEARLY' | 'ANNUALLY';
export function decimalOf(typed: string) {
  const value = readDecimal(typed);
  return value === null ? undefined : exact(value);
}

export function count(typed: string, otherwise: number): number {
  return wholeOf(typed) ?? otherwise;
}

export function flatRates({ amounts }: CardFields, currencies: readonly string[]) {
  return amounts.flatMap(({ currency = '', rate = '' }) => {
    const value = decimalOf(rate);
    return value && currencies.includes(currency) ? [{ currency, rate: value }] : [];
  });
}

export function recurrenceOf({ recurrence, interval, offset }: CardFields) {
  const config = { interval: count(interval, 1), offset: count(offset, 0) };
  const isPlain = config.interval === 1 && config.offset === 0;
  return {
    ...(recurrence && { type: recurrence as 'ONE_TIME' | 'RECURRING' }),
    ...(recurrence !== 'ONE_TIME' && !isPlain && { recurrenceConfig: config }),
  };
}

export function licenseTerms({ isProrated, licenseType, usageCycle, maximumQuantity }: CardFields) {
  const maxQuantity = decimalOf(maximumQuantity);
  return {
    enableProration: isProrated,
    ...(licenseType && { type: licenseType as 'LICENSE' | 'NAMED_LICENSE' }),
    ...(usageCycle && { usageCycle: usageCycle as Interval }),
    ...(maxQuantity && { config: { maxQuantity } }),
  };
}

export function windowsOf({ windows }: CardFields) {
  return windows.map(({ from = '', until = '', limit = '' }) => ({
    ...{ effectiveFrom: from, effectiveUntil: until },
    featureCreditLimit: exact(readDecimal(limit) ?? '0'),
  }));
}

export function grantOf(fields: CardFields, currencies: readonly string[]) {
  const { ratePlan, rateValues } = pricesOf(fields, currencies);
  const ids = fields.applicableIds.split(/[\s,]+/).filter(Boolean);
  return {
    ...recurrenceOf(fields),
    grantDetails: {
      priority: count(fields.priority, 1),
      expiryType: fields.expiryType as 'PRICING_CYCLE' | 'NO_EXPIRY' | 'CUSTOM',
      ...(fields.expiryType === 'CUSTOM' && { expiryDuration: fields.expiryDuration }),
      ...(ids.length > 0 && { applicableEntityIds: ids }),
    },
    rateDetails: {
      pricingModel: ratePlan.pricingModel,
      currencySlabRateDetails: rateValues.map(({ currency, slabRates, rateConfig }) => {
        const row = fields.amounts.find((each) => each.currency === currency);
        return {
          currency,
          creditAmount: exact(readDecimal(row?.credits ?? '') ?? '0'),
          slabDetails: ratePlan.slabs.map(({ order: _, ...slab }, index) => {
            const { order: __, ...priced } = slabRates[index] as (typeof slabRates)[number];
            return { ...slab, ...priced };
          }),
          ...(rateConfig && { rateConfig }),
        };
      }),
    },
  };
}
