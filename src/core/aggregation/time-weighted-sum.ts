import { Decimal, type Decimal as Value } from '../decimal.ts';
import { type MeasuredEvent, quotient, type Window } from './law.ts';

interface Part {
  /** The sum of the units of all events. */
  sum: Value;
  /** The sum of the units of each event times its timestamp in seconds. */
  moment: Value;
}

const NANOSECONDS = new Decimal('1000000000');

/**
 * TIME_WEIGHTED_SUM: the mean of a level over the window. The level is 0 at the start of the window; each
 * event adds its units at its timestamp, until the end of the window. So an event counts with the share of
 * the window that follows it: units × (end − time) / (end − begin).
 * The end is always that of the window, even while the window is open: like a running sum, the value is the
 * result if no further event arrives, and it changes only with events.
 */
export function partOf({ at, units }: MeasuredEvent): Part {
  return { sum: units, moment: units.times(secondOf(at)) };
}

export function combine(one: Part, other: Part): Part {
  return { sum: one.sum.plus(other.sum), moment: one.moment.plus(other.moment) };
}

/** Σ units × (end − time) is end × Σ units − Σ units × time, so two sums suffice. */
export function quantityOf({ sum, moment }: Part, { from, until }: Window): Value {
  const end = secondOf(until);
  return quotient(end.times(sum).minus(moment), end.minus(secondOf(from)));
}

/** Seconds since 1970, exact. */
function secondOf(at: Temporal.Instant): Value {
  return new Decimal(at.epochNanoseconds.toString()).div(NANOSECONDS);
}
