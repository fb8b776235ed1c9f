import { type Decimal, decimal } from '../decimal.ts';
import { type MeasuredEvent, quotient } from './law.ts';

interface Part {
  sum: Decimal;
  events: number;
}

/** AVERAGE: the sum of the units divided by the number of events; all events have equal weight. */
export function partOf({ units }: MeasuredEvent): Part {
  return { sum: units, events: 1 };
}

export function combine(one: Part, other: Part): Part {
  return { sum: one.sum.plus(other.sum), events: one.events + other.events };
}

/** Divides only once, at the end, so that a split window has the average of the whole one. */
export function quantityOf({ sum, events }: Part): Decimal {
  return quotient(sum, decimal(events));
}
