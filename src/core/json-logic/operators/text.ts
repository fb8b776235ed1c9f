import { isSame } from '../equality.ts';
import { LogicError } from '../error.ts';
import { binary, type Operator, type Run, spend, variadic } from '../operator.ts';
import { checkedList, isList, joined, type LogicValue, toNumber, toText } from '../values.ts';

/** Operators on texts and on whole lists. */
export const TEXT_AND_LISTS: readonly (readonly [name: string, operator: Operator])[] = [
  ['in', binary(isIn)],
  ['cat', variadic([0, Infinity], cat)],
  ['substr', variadic([2, 3], substr)],
  ['merge', variadic([0, Infinity], merge)],
];

/**
 * In a list: whether an element has the same kind and value. In a text: whether it is a substring. False for
 * anything else, and for a needle that is not a text.
 */
function isIn(needle: LogicValue, haystack: LogicValue, run: Run): boolean {
  if (isList(haystack)) {
    spend(run, haystack.length);
    return haystack.some((element) => isSame(element, needle));
  }
  if (typeof haystack !== 'string' || haystack === '' || needle === null) return false;
  const part = toText(needle);
  // With adversarial text, the search compares the whole needle at every position.
  spend(run, 0, haystack.length + ((haystack.length * part.length) >> 6));
  return haystack.includes(part);
}

function cat(values: readonly LogicValue[], run: Run): string {
  const text = joined(values, '');
  spend(run, 0, text.length);
  return text;
}

/**
 * Counts in code points. A negative start counts from the end; a negative length omits that many at the end.
 */
function substr([source = null, start = null, length]: readonly LogicValue[], run: Run): string {
  const characters = [...toText(source)];
  spend(run, 0, characters.length);
  const rest = characters.slice(position(start));
  if (length === undefined) return rest.join('');
  return rest.slice(0, position(length)).join('');
}

function position(value: LogicValue): number {
  const number = toNumber(value, 'substr');
  if (number.isInteger()) return number.toNumber();
  throw new LogicError('NOT_A_NUMBER', '"substr" counts whole characters. Give it whole numbers.');
}

/** Merges into one list: lists contribute their elements, other values themselves. */
function merge(values: readonly LogicValue[], run: Run): readonly LogicValue[] {
  const list = checkedList(values.flatMap((value) => (isList(value) ? value : [value])));
  spend(run, list.length);
  return list;
}
