import { Decimal as DecimalJs } from 'decimal.js';

/**
 * The one number type of quantities and money: 100 significant digits, half-even in intermediates, so that
 * sums, differences and products of stored values are exact. Only `money.ts` rounds to money.
 */
export const Decimal = DecimalJs.clone({
  precision: 100,
  rounding: DecimalJs.ROUND_HALF_EVEN,
  toExpNeg: -9e15,
  toExpPos: 9e15,
  minE: -9e15,
  maxE: 9e15,
  defaults: true,
});
export type Decimal = InstanceType<typeof Decimal>;

export const ZERO: Decimal = new Decimal(0);

/** Limits of stored and received numbers: 38 significant digits, 18 of them after the point. */
const MAX_SIGNIFICANT_DIGITS = 38;
export const MAX_FRACTION_DIGITS = 18;

const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;
const JSON_NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** From plain decimal text (`-12.50`) or a safe integer. Throws `RangeError` on anything else. */
export function decimal(value: string | number): Decimal {
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new RangeError(`not a safe integer: ${value}`);
  if (typeof value === 'string' && !PLAIN_NUMBER.test(value))
    throw new RangeError(`not a decimal: ${value.slice(0, 60)}`);
  return new Decimal(value);
}

/** Canonical text: no exponent, no trailing fraction zeros, `-0` is `0`. Equal values have equal texts. */
export function decimalText(value: Decimal): string {
  return value.isZero() ? '0' : value.toFixed();
}

/**
 * Checks the source text of a JSON number against the limits of stored numbers before building a number, so
 * that `1e999999999` costs nothing. Returns the decimal, or the reason why it is rejected.
 */
export function parseJsonDecimal(source: string): Decimal | { error: string } {
  const match = JSON_NUMBER.exec(source);
  if (!match) return { error: 'must be a number' };
  const [, , whole = '', fraction = '', exponent = '0'] = match;
  if (exponent.length > 4) return { error: `must have at most ${MAX_SIGNIFICANT_DIGITS} digits` };
  const value = source.length > 200 ? null : new Decimal(source);
  if (
    !value ||
    significantDigits(whole + fraction) > MAX_SIGNIFICANT_DIGITS ||
    integerDigits(value) > MAX_SIGNIFICANT_DIGITS
  )
    return { error: `must have at most ${MAX_SIGNIFICANT_DIGITS} significant digits` };
  if (value.decimalPlaces() > MAX_FRACTION_DIGITS)
    return { error: `must have at most ${MAX_FRACTION_DIGITS} decimal places` };
  return value;
}

function significantDigits(digits: string): number {
  return digits.replace(/^0+/, '').replace(/0+$/, '').length;
}

function integerDigits(value: Decimal): number {
  return value.isZero() ? 0 : Math.max(0, value.e + 1);
}
