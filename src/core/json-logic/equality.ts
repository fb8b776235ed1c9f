import { parseDate } from './date-text.ts';
import { isDate, isDecimal, isList, type LogicValue, numberOrNull } from './values.ts';

/**
 * `===`: same kind and same value; numbers by value, lists element by element. If one side is a date, see
 * `sameInstant`.
 */
export function isSame(left: LogicValue, right: LogicValue): boolean {
  if (isDate(left) || isDate(right)) return sameInstant(left, right);
  if (isDecimal(left) && isDecimal(right)) return left.eq(right);
  if (isList(left) && isList(right))
    return left.length === right.length && left.every((item, index) => isSame(item, right[index]!));
  return left === right;
}

/** `==`: as `===`, and also a number equals numeric text and a boolean its 1 or 0. Null equals only null. */
export function isEqual(left: LogicValue, right: LogicValue): boolean {
  if (isSame(left, right)) return true;
  if (typeof left === typeof right && !(isDecimal(left) || isDecimal(right))) return false;
  const [first, second] = [numberOrNull(left), numberOrNull(right)];
  return first !== null && second !== null && first.eq(second);
}

/** A date on one side casts the other: text is parsed as a date; other values are not equal. */
function sameInstant(left: LogicValue, right: LogicValue): boolean {
  const [first, second] = [toDate(left), toDate(right)];
  return first !== null && second !== null && first.equals(second);
}

/** A date, or the date in a text, or null. */
export function toDate(value: LogicValue): Temporal.Instant | null {
  if (isDate(value)) return value;
  return typeof value === 'string' ? parseDate(value) : null;
}
