import { Decimal, decimal, MAX_FRACTION_DIGITS } from '#core/decimal.ts';
import type { LogicValue, ParsedLogic } from '#core/json-logic/index.ts';

/** Numeric text as events carry it (metering-pricing 0.1). */
const NUMERIC_TEXT = /^-?\d{1,512}(?:\.\d+)?$/;
const MAX_TEXT = 1024;

/** The decimal value of a logic result; null if it is neither a number nor numeric text. */
export function readDecimal(value: LogicValue): Decimal | null {
  if (value instanceof Decimal) return value.isFinite() ? value : null;
  const isNumeric = typeof value === 'string' && value.length <= MAX_TEXT && NUMERIC_TEXT.test(value);
  return isNumeric ? decimal(value) : null;
}

/**
 * Division and durations can produce infinite decimals (one byte in GiB has 30 digits after the point), so
 * their result is rounded to the 18 digits of a stored quantity, half to even. All other logic is exact: the
 * caller rejects results that do not fit, instead of truncating them.
 */
export function settleDivision(logic: ParsedLogic, value: Decimal): Decimal {
  const isEndless = value.decimalPlaces() > MAX_FRACTION_DIGITS && DIVIDES.test(logic.canonical);
  return isEndless ? value.toDecimalPlaces(MAX_FRACTION_DIGITS, Decimal.ROUND_HALF_EVEN) : value;
}

/** In canonical text, quotes inside literals are escaped, so this matches operators only. */
const DIVIDES = /\{"(?:\/|duration\.\w+)":/;
