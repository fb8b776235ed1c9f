import { Decimal } from '../decimal.ts';
import type { MeasuredEvent } from './law.ts';

/** MIN: the smallest units of any event. */
export function partOf({ units }: MeasuredEvent): Decimal {
  return units;
}

export function combine(one: Decimal, other: Decimal): Decimal {
  return Decimal.min(one, other);
}

export function quantityOf(min: Decimal): Decimal {
  return min;
}
