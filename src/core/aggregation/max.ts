import { Decimal } from '../decimal.ts';
import type { MeasuredEvent } from './law.ts';

/** MAX: the greatest units of any event; of negative ones, the one nearest to zero. */
export function partOf({ units }: MeasuredEvent): Decimal {
  return units;
}

export function combine(one: Decimal, other: Decimal): Decimal {
  return Decimal.max(one, other);
}

export function quantityOf(greatest: Decimal): Decimal {
  return greatest;
}
