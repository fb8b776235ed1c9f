import { type Decimal, decimal } from '../decimal.ts';
import { type MeasuredEvent, quotient } from './law.ts';

interface Part {
  sum: Decimal;
  events: number;
}

/** AVERAGE: the sum of the units by the number of events, each event counting alike. */
export function partOf({ units }: MeasuredEvent): Part {
  return { sum: units, events: 1 };
}

export function combine(one: Part, other: Part): Part {
  return { sum: one.sum.plus(other.sum), events: one.events + other.events };
}

/** The one division comes last, so the average of a split window is that of the whole one. */
export function quantityOf({ sum, events }: Part): Decimal {
  return quotient(sum, decimal(events));
}
