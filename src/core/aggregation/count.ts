import { type Decimal, decimal } from '../decimal.ts';

/** COUNT: the number of events, whatever their units. */
export function partOf(): number {
  return 1;
}

export function combine(one: number, other: number): number {
  return one + other;
}

export function quantityOf(events: number): Decimal {
  return decimal(events);
}
