import { isEqual, isSame, toDate } from '../equality.ts';
import { LogicError, quoted } from '../error.ts';
import { binary, type Operator, variadic } from '../operator.ts';
import { isDate, type LogicValue, nullOperand, numberOrNull, toNumber } from '../values.ts';

export const COMPARISON: readonly (readonly [name: string, operator: Operator])[] = [
  ['==', binary(isEqual)],
  ['!=', binary((left, right) => !isEqual(left, right))],
  ['===', binary(isSame)],
  ['!==', binary((left, right) => !isSame(left, right))],
  ['<', ordering('<', (sign) => sign < 0)],
  ['<=', ordering('<=', (sign) => sign <= 0)],
  ['>', ordering('>', (sign) => sign > 0)],
  ['>=', ordering('>=', (sign) => sign >= 0)],
];

/** With three arguments it means between: `{"<": [1, x, 5]}` is 1 < x and x < 5. */
function ordering(name: string, holds: (sign: number) => boolean): Operator {
  return variadic([2, 3], ([first = null, second = null, third]) => {
    if (!holds(compare(name, first, second))) return false;
    return third === undefined || holds(compare(name, second, third));
  });
}

/**
 * Compares dates by instant, casting the other side; numbers, numeric texts and durations by value; other
 * texts as dates if both are, else by their characters. Two numeric texts compare as numbers because
 * attributes travel as text: "10" is more than "9" in every bill. Throws when there is no order.
 */
function compare(operator: string, left: LogicValue, right: LogicValue): number {
  if (left === null || right === null) throw nullOperand(operator);
  if (isDate(left) || isDate(right)) return compareDates(operator, left, right);
  const [first, second] = [numberOrNull(left), numberOrNull(right)];
  if (first && second) return first.cmp(second);
  if (typeof left === 'string' && typeof right === 'string') return compareTexts(left, right);
  return toNumber(left, operator).cmp(toNumber(right, operator));
}

function compareDates(operator: string, left: LogicValue, right: LogicValue): number {
  const [first, second] = [toDate(left), toDate(right)];
  if (first && second) return Temporal.Instant.compare(first, second);
  throw new LogicError(
    'NOT_A_DATE',
    `${quoted(operator)} compares a date with something else. Give it two dates.`,
  );
}

function compareTexts(left: string, right: string): number {
  const [first, second] = [toDate(left), toDate(right)];
  if (first && second) return Temporal.Instant.compare(first, second);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
