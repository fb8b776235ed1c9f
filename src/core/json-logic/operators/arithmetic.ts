import { Decimal, ZERO } from '../../decimal.ts';
import { LogicError } from '../error.ts';
import { binary, type Operator, type Run, variadic } from '../operator.ts';
import { bounded, isList, type LogicValue, toNumber } from '../values.ts';

export const ARITHMETIC: readonly (readonly [name: string, operator: Operator])[] = [
  ['+', variadic([0, Infinity], add)],
  ['-', variadic([1, 2], subtract)],
  ['*', variadic([1, Infinity], multiply)],
  ['/', binary(divide)],
  ['%', binary(remainder)],
  ['max', variadic([0, Infinity], (values) => extreme('max', values))],
  ['min', variadic([0, Infinity], (values) => extreme('min', values))],
  ['round', variadic([1, 2], round)],
];

/** Only a sum may have missing parts: null counts as 0 here and is an error in every other operator. */
function add(values: readonly LogicValue[]): Decimal {
  let sum: Decimal | null = null;
  for (const value of values) {
    if (value === null) continue;
    const number = toNumber(value, '+');
    sum = sum ? sum.plus(number) : number;
  }
  return bounded(sum ?? ZERO);
}

function subtract([first = null, second]: readonly LogicValue[]): Decimal {
  const left = toNumber(first, '-');
  return bounded(second === undefined ? ZERO.minus(left) : left.minus(toNumber(second, '-')));
}

/** Bounded at every step: a product of many large factors fails before it becomes expensive. */
function multiply([first = null, ...others]: readonly LogicValue[]): Decimal {
  return others.reduce<Decimal>(
    (product, value) => bounded(product.times(toNumber(value, '*'))),
    toNumber(first, '*'),
  );
}

function divide(dividend: LogicValue, divisor: LogicValue, run: Run): Decimal {
  const left = toNumber(dividend, '/');
  const quotient = bounded(left.div(nonZero(divisor, '/')));
  if (run.divisionDigits === undefined) return quotient;
  return quotient.toDecimalPlaces(run.divisionDigits, Decimal.ROUND_HALF_EVEN);
}

/** The sign is that of the dividend: −7 % 3 is −1. */
function remainder(dividend: LogicValue, divisor: LogicValue): Decimal {
  const left = toNumber(dividend, '%');
  return bounded(left.mod(nonZero(divisor, '%')));
}

function nonZero(divisor: LogicValue, operator: string): Decimal {
  const number = toNumber(divisor, operator);
  if (!number.isZero()) return number;
  throw new LogicError(
    'DIVISION_BY_ZERO',
    `"${operator}" divides by zero. Test the divisor first, as in {"if": [{"var": "n"}, …, 0]}.`,
  );
}

/** A list argument is replaced by its elements. Without values, the result is null. */
function extreme(name: 'max' | 'min', values: readonly LogicValue[]): Decimal | null {
  let result: Decimal | null = null;
  for (const value of values.some(isList) ? values.flat(1) : values) {
    const number = toNumber(value, name);
    if (!result || (name === 'max' ? number.gt(result) : number.lt(result))) result = number;
  }
  return result;
}

const MAX_ROUND_DIGITS = 18;

/** Rounds to `digits` after the point, ties away from zero, as money is rounded. */
function round([value = null, digits = ZERO]: readonly LogicValue[]): Decimal {
  const places = toNumber(digits, 'round');
  if (!places.isInteger() || places.lt(0) || places.gt(MAX_ROUND_DIGITS))
    throw new LogicError(
      'NUMBER_OUT_OF_RANGE',
      `"round" keeps 0 to ${MAX_ROUND_DIGITS} digits after the point.`,
    );
  return toNumber(value, 'round').toDecimalPlaces(places.toNumber(), Decimal.ROUND_HALF_UP);
}
