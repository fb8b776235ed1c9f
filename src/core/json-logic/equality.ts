import { parseDate } from './date-text.ts';
import { isDate, isDecimal, isList, type LogicValue, numberOrNull } from './values.ts';

/**
 * `===`: same kind and same value; numbers by value, lists element by element. With a date on one side see
 * `sameInstant`.
 */
export function isSame(left: LogicValue, right: LogicValue): boolean {
  if (isDate(left) || isDate(right)) return sameInstant(left, right);
  if (isDecimal(left) && isDecimal(right)) return left.eq(right);
  if (isList(left) && isList(right))
    return left.length === right.length && left.every((item, index) => isSame(item, right[index]!));
  return left === right;
}

/** `==`: as `===`, and a number equals numeric text and a boolean its 1 or 0. Null equals only null. */
export function isEqual(left: LogicValue, right: LogicValue): boolean {
  if (isSame(left, right)) return true;
  if (typeof left === typeof right && !(isDecimal(left) || isDecimal(right))) return false;
  const [first, second] = [numberOrNull(left), numberOrNull(right)];
  return first !== null && second !== null && first.eq(second);
}

/** A date on one side casts the other: text is read as a date, and what is not a date is not equal. */
function sameInstant(left: LogicValue, right: LogicValue): boolean {
  const [first, second] = [toDate(left), toDate(right)];
  return first !== null && second !== null && first.equals(second);
}

/** A date, or the date that a text stands for, or null. */
export function toDate(value: LogicValue): Temporal.Instant | null {
  if (isDate(value)) return value;
  return typeof value === 'string' ? parseDate(value) : null;
}
