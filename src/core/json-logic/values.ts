import { Decimal, decimal, decimalText, parseJsonDecimal } from '../decimal.ts';
import { dateText } from './date-text.ts';
import { durationDays } from './duration.ts';
import { LogicError, quoted } from './error.ts';
import { MAX_ARRAY_DEPTH, MAX_ARRAY_LENGTH, MAX_EXPONENT, MAX_TEXT_LENGTH } from './limits.ts';

/** Named data: only own members are read, so logic never sees anything of a prototype. */
export type LogicContext = ReadonlyMap<string, LogicInput> | { readonly [name: string]: LogicInput };

/**
 * The possible values of a context. A JS number must be a safe integer; anything with a fraction is a
 * `Decimal`.
 */
export type LogicInput =
  | undefined
  | null
  | boolean
  | string
  | number
  | Decimal
  | Temporal.Instant
  | readonly LogicInput[]
  | LogicContext;

/** The values of an evaluation and its result. A date is an instant; named data is passed on as is. */
export type LogicValue =
  | null
  | boolean
  | string
  | Decimal
  | Temporal.Instant
  | readonly LogicValue[]
  | LogicContext;

export function isDecimal(value: unknown): value is Decimal {
  return value instanceof Decimal;
}

export function isDate(value: unknown): value is Temporal.Instant {
  return value instanceof Temporal.Instant;
}

/** `Array.isArray` does not narrow to read-only arrays. */
export function isList(value: LogicValue): value is readonly LogicValue[] {
  return Array.isArray(value);
}

export function isNamedData(value: unknown): value is LogicContext {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  if (value instanceof Map) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** `0`, `""`, `[]`, `null` and `false` are falsy; everything else is truthy, including the text `"0"`. */
export function isTruthy(value: LogicValue): boolean {
  if (isDecimal(value)) return !value.isZero();
  if (isList(value)) return value.length > 0;
  return value !== null && value !== false && value !== '';
}

/**
 * Converts a member of a context for evaluation. Throws on values without an exact meaning, such as `0.1` as
 * a double.
 */
export function toValue(input: LogicInput, depth = 1): LogicValue {
  if (input === undefined || input === null) return null;
  if (typeof input === 'string') return checkedText(input);
  if (isDecimal(input)) return bounded(input);
  if (typeof input === 'boolean' || isDate(input) || isNamedData(input)) return input;
  if (typeof input === 'number' && Number.isSafeInteger(input)) return decimal(input);
  if (!Array.isArray(input))
    throw new LogicError(
      'UNSUPPORTED_VALUE',
      'Data must be exact numbers, text, dates, lists or named values.',
    );
  if (input.length > MAX_ARRAY_LENGTH || depth > MAX_ARRAY_DEPTH) throw tooManyElements();
  return checkedList(input.map((item) => toValue(item, depth + 1)));
}

/** A number for an operator: exact decimals, numeric text, `true` as 1, and a duration text as its days. */
export function toNumber(value: LogicValue, operator: string): Decimal {
  if (isDecimal(value)) return value;
  if (value === null) throw nullOperand(operator);
  const number = numberOrNull(value);
  if (number) return bounded(number);
  const what = typeof value === 'string' ? quoted(value) : `a ${kindOf(value)}`;
  throw new LogicError('NOT_A_NUMBER', `${quoted(operator)} got ${what}. Give it a number or numeric text.`);
}

export function nullOperand(operator: string): LogicError {
  const advice = 'Give the variable a default, as in {"var": ["name", 0]}.';
  return new LogicError('NULL_OPERAND', `${quoted(operator)} got no value. ${advice}`);
}

const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;
const MAX_NUMERIC_TEXT = 600;

/** Like `toNumber`, but null when the value is not a number. Null itself is not one. */
export function numberOrNull(value: LogicValue): Decimal | null {
  if (isDecimal(value)) return value;
  if (typeof value === 'boolean') return decimal(value ? 1 : 0);
  if (typeof value !== 'string' || value === '' || value.length > MAX_NUMERIC_TEXT) return null;
  if (PLAIN_NUMBER.test(value)) return decimal(value);
  const number = parseJsonDecimal(value);
  return isDecimal(number) ? number : durationDays(value);
}

/** Applied to every arithmetic result, so that no chain of products grows without limit. */
export function bounded(number: Decimal): Decimal {
  if (number.isFinite() && (number.isZero() || Math.abs(number.e) <= MAX_EXPONENT)) return number;
  throw new LogicError(
    'NUMBER_OUT_OF_RANGE',
    `A number has more than ${MAX_EXPONENT} digits. Use smaller numbers.`,
  );
}

/** Text as `cat` writes it: numbers without exponent, null as empty, a list joined by commas. */
export function toText(value: LogicValue): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  if (typeof value === 'boolean') return String(value);
  if (isDecimal(value)) return decimalText(value);
  if (isDate(value)) return dateText(value);
  if (isList(value)) return joined(value, ',');
  throw new LogicError(
    'NOT_TEXT',
    'Named values cannot be written as text. Name one of them in the variable.',
  );
}

/** Stops at the first part that makes the text too long. */
export function joined(values: readonly LogicValue[], separator: string): string {
  let text = '';
  for (const [index, value] of values.entries())
    text = checkedText(text + (index > 0 ? separator : '') + toText(value));
  return text;
}

function checkedText(text: string): string {
  if (text.length <= MAX_TEXT_LENGTH) return text;
  throw new LogicError(
    'STRING_TOO_LONG',
    `A text has more than ${MAX_TEXT_LENGTH} characters. Make it shorter.`,
  );
}

/**
 * Counts nested elements each time they are reached: rejects a list that contains itself twice, thirty levels
 * deep.
 */
export function checkedList(list: readonly LogicValue[]): readonly LogicValue[] {
  countElements(list, 0, 1);
  return list;
}

function countElements(list: readonly LogicValue[], counted: number, depth: number): number {
  let count = counted + list.length;
  if (count > MAX_ARRAY_LENGTH || depth > MAX_ARRAY_DEPTH) throw tooManyElements();
  for (const item of list) if (isList(item)) count = countElements(item, count, depth + 1);
  return count;
}

function tooManyElements(): LogicError {
  const limits = `${MAX_ARRAY_LENGTH} elements or ${MAX_ARRAY_DEPTH} levels`;
  return new LogicError('ARRAY_TOO_LONG', `A list has more than ${limits}. Use a smaller list.`);
}

function kindOf(value: LogicValue): string {
  if (isDate(value)) return 'date';
  return isList(value) ? 'list' : 'named value';
}
