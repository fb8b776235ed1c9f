import { type Decimal, decimal } from '../decimal.ts';
import type { MeasuredEvent } from './law.ts';

/** UNIQUE_COUNT: the number of distinct keys. Keys are equal when their texts are. */
export function partOf({ key, referenceId }: MeasuredEvent): ReadonlySet<string> {
  if (key === undefined) throw new RangeError(`event ${referenceId} has no key to count`);
  return new Set([key]);
}

/** A key in both windows counts once: days of 2 and 2 may be a month of 3. */
export function combine(one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
  return one.union(other);
}

export function quantityOf(keys: ReadonlySet<string>): Decimal {
  return decimal(keys.size);
}
