import { exact } from '../../../api/decimal.ts';
import type { RatePlan, RateValue } from '../../../api/generated/request-types.ts';
import { readDecimal } from '../../../format/typed-decimal.ts';
import type { AmountRow, CardFields } from './card-fields.ts';
import type { TierRow } from './tier-rows.ts';

type PriceType = RatePlan['slabs'][number]['priceType'];

export function isDynamic({ tiers }: Pick<CardFields, 'tiers'>): boolean {
  return tiers.some(({ priceType }) => priceType === 'DYNAMIC');
}

/** The tiers and their prices in each currency. */
export function pricesOf(
  { model, tiers, amounts }: Pick<CardFields, 'model' | 'tiers' | 'amounts'>,
  currencies: readonly string[],
): { ratePlan: RatePlan; rateValues: RateValue[] } {
  const slabs = tiers.map((row, index) => ({ order: index + 1, ...slabOf(row) }));
  const rateValues = currencies.map((currency) => ({
    currency,
    slabRates: tiers.map((row, index) => ({ order: index + 1, ...rateOf(row, currency) })),
    ...boundsOf(amounts.find((each) => each.currency === currency)),
  }));
  return { ratePlan: { pricingModel: model as RatePlan['pricingModel'], slabs }, rateValues };
}

function slabOf(row: TierRow) {
  const size = readDecimal(row.packageSize ?? '');
  return {
    startAfter: exact(readDecimal(row.from ?? '') ?? '0'),
    priceType: row.priceType as PriceType,
    ...(row.priceType === 'PACKAGE' && size !== null && { slabConfig: { packageSize: size } }),
  };
}

function rateOf(row: TierRow, currency: string) {
  const bounds = textBounds(row[`min.${currency}`], row[`max.${currency}`]);
  return {
    rate: exact(readDecimal(row[`rate.${currency}`] ?? '') ?? '0'),
    ...(bounds && { slabRateConfig: bounds }),
  };
}

function boundsOf(row: AmountRow | undefined) {
  const bounds = textBounds(row?.minimum, row?.maximum);
  return bounds ? { rateConfig: bounds } : {};
}

/** These maps hold texts. */
function textBounds(minimum = '', maximum = '') {
  const [minimumRate, maximumRate] = [readDecimal(minimum), readDecimal(maximum)];
  if (minimumRate === null && maximumRate === null) return null;
  return { ...(minimumRate !== null && { minimumRate }), ...(maximumRate !== null && { maximumRate }) };
}
