import { Decimal, decimal, ZERO } from '#core/decimal.ts';
import { type RateConfig, rate } from '#core/rating/index.ts';
import type { StoredPrices } from './card-details-schema.ts';
import { checkPrices, slabConfig } from './check-prices.ts';

/** A quantity, its exact price, and the price of one of its units on average. */
export interface CurvePoint {
  quantity: Decimal;
  amount: Decimal;
  /** Rounded to 18 decimal places; absent for the quantity 0. */
  unitPrice?: Decimal;
}

const MAX_STEPS = 40;
const UNIT_PRICE_DIGITS = 18;

/** Problems of the prices of one currency, one sentence each; a curve needs that there are none. */
export function findCurveProblems({ ratePlan, rateValue }: CurvePrices): string[] {
  const isDynamic = ratePlan.slabs.some(({ priceType }) => priceType === 'DYNAMIC');
  const dynamic = 'ratePlan: a DYNAMIC price depends on the amounts in events and has no curve';
  const found = checkPrices({ ratePlan, rateValues: [rateValue] }, '');
  return isDynamic
    ? [dynamic]
    : found.map((each) => each.replace(/^\./, '').replace('rateValues[0]', 'rateValue'));
}

interface CurvePrices {
  ratePlan: StoredPrices['ratePlan'];
  rateValue: StoredPrices['rateValues'][number];
  /** Units beyond it are not charged. */
  maximumQuantity?: Decimal | undefined;
}

/** The price of each quantity by the rule of invoices, before it is rounded to money. */
export function priceQuantities(prices: CurvePrices, quantities: readonly Decimal[]): CurvePoint[] {
  const { ratePlan, rateValue, maximumQuantity } = prices;
  const config = slabConfig({ ratePlan, rateValues: [rateValue] }, rateValue);
  return quantities.map((quantity) => {
    const charged = maximumQuantity ? Decimal.min(quantity, maximumQuantity) : quantity;
    const { amount } = rate(charged, config);
    if (quantity.isZero()) return { quantity, amount };
    return { quantity, amount, unitPrice: amount.div(quantity).toDecimalPlaces(UNIT_PRICE_DIGITS) };
  });
}

/**
 * Quantities that show the shape of prices: equal steps from 0 to the end, both sides of each border between
 * tiers, and of the first packages.
 */
export function chooseQuantities(prices: CurvePrices, upTo: Decimal | undefined): Decimal[] {
  const config = slabConfig({ ratePlan: prices.ratePlan, rateValues: [prices.rateValue] }, prices.rateValue);
  const end = upTo ?? endOf(config);
  const isWhole = end.gte(MAX_STEPS);
  const steps = Array.from({ length: MAX_STEPS + 1 }, (_, step) => {
    const quantity = end.times(step).div(MAX_STEPS);
    return isWhole ? quantity.round() : quantity;
  });
  const borders = config.slabs.flatMap(({ startAfter }) => [startAfter, justAfter(startAfter, end)]);
  const inside = [...steps, ...borders].filter((each) => each.gte(ZERO) && each.lte(end));
  const unique = new Map(inside.map((each) => [each.toFixed(), each]));
  return [...unique.values()].sort((a, b) => a.comparedTo(b));
}

/** Twice the start of the last tier, or ten packages, or 100 units. */
function endOf({ slabs }: RateConfig): Decimal {
  const last = slabs.reduce((most, { startAfter }) => Decimal.max(most, startAfter), ZERO);
  const packages = slabs.flatMap(({ packageSize }) => (packageSize ? [packageSize.times(10)] : []));
  return last.isZero() ? Decimal.max(decimal(100), ...packages) : last.times(2);
}

/** The first unit of a tier, or a thousandth of the range where units are coarser. */
function justAfter(start: Decimal, end: Decimal): Decimal {
  return start.plus(end.gte(100) ? 1 : end.div(1000));
}
