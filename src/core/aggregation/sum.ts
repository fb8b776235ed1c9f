import type { Decimal } from '../decimal.ts';
import type { MeasuredEvent } from './law.ts';

/** SUM: the sum of the units of all events. */
export function partOf({ units }: MeasuredEvent): Decimal {
  return units;
}

export function combine(one: Decimal, other: Decimal): Decimal {
  return one.plus(other);
}

export function quantityOf(sum: Decimal): Decimal {
  return sum;
}
