import { currencyDigits } from './currency.ts';
import { Decimal, ZERO } from './decimal.ts';

/**
 * `HALF_UP` rounds ties away from zero (the default), `HALF_EVEN` to the even neighbour, `DOWN` truncates
 * toward zero.
 */
export type RoundingMode = 'HALF_UP' | 'HALF_EVEN' | 'DOWN';

const DECIMAL_MODES = {
  HALF_UP: Decimal.ROUND_HALF_UP,
  HALF_EVEN: Decimal.ROUND_HALF_EVEN,
  DOWN: Decimal.ROUND_DOWN,
} as const satisfies Record<RoundingMode, number>;

/** The largest stored amount: four digits after the point, 34 before it. */
export const MAX_AMOUNT = '9999999999999999999999999999999999.9999';

/**
 * The only place that rounds to money: to the minor unit of the currency. It is called once per accounting
 * leaf, on its exact value; parents are plain sums of leaves and are never rounded again. A zero result has
 * no sign. Throws `RangeError` on an unknown currency.
 */
export function roundMoney(value: Decimal, currency: string, mode: RoundingMode = 'HALF_UP'): Decimal {
  if (!value.isFinite()) throw new RangeError('only a finite amount can be rounded to money');
  const rounded = value.toDecimalPlaces(currencyDigits(currency), DECIMAL_MODES[mode]);
  return rounded.isZero() ? ZERO : rounded;
}

/**
 * The displayed amounts of the exact parts of one leaf: part i is R(a1 + … + ai) − R(a1 + … + ai−1), so that
 * the parts always add up to the rounded leaf. Each differs from its exact part by at most one unit
 * (`metering-pricing.md` 0.2, clause 4).
 */
export function shownParts(
  parts: readonly Decimal[],
  currency: string,
  mode: RoundingMode = 'HALF_UP',
): Decimal[] {
  let exact = ZERO;
  const sums = parts.map((part) => {
    exact = exact.plus(part);
    return exact;
  });
  return shownSums(sums, currency, mode);
}

/** The same from running sums of the parts, where only those are exact: shares of days, for example. */
export function shownSums(
  sums: readonly Decimal[],
  currency: string,
  mode: RoundingMode = 'HALF_UP',
): Decimal[] {
  let shown = ZERO;
  return sums.map((sum) => {
    const before = shown;
    shown = roundMoney(sum, currency, mode);
    const difference = shown.minus(before);
    return difference.isZero() ? ZERO : difference;
  });
}
