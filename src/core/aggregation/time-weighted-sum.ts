import { Decimal, type Decimal as Value } from '../decimal.ts';
import { type MeasuredEvent, quotient, type Window } from './law.ts';

interface Part {
  /** What the events add to the level. */
  sum: Value;
  /** The units of each event times its own second, added up. */
  moment: Value;
}

const NANOSECONDS = new Decimal('1000000000');

/**
 * TIME_WEIGHTED_SUM: the mean height of a level over the window. The level is 0 when the window begins; each
 * event adds its units at its time, and they stay until the window ends. So an event counts with the share of
 * the window that comes after it: units × (end − time) / (end − begin).
 *
 * The end is always that of the window, also while it is still running: like a running sum, the value says
 * what the window comes to if nothing more happens, and it does not change while nothing does.
 */
export function partOf({ at, units }: MeasuredEvent): Part {
  return { sum: units, moment: units.times(secondOf(at)) };
}

export function combine(one: Part, other: Part): Part {
  return { sum: one.sum.plus(other.sum), moment: one.moment.plus(other.moment) };
}

/** Σ units × (end − time) is end × Σ units − Σ units × time: two sums are all that has to be known. */
export function quantityOf({ sum, moment }: Part, { from, until }: Window): Value {
  const end = secondOf(until);
  return quotient(end.times(sum).minus(moment), end.minus(secondOf(from)));
}

/** Seconds since 1970 with every digit. */
function secondOf(at: Temporal.Instant): Value {
  return new Decimal(at.epochNanoseconds.toString()).div(NANOSECONDS);
}
