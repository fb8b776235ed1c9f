import { Decimal, type Decimal as Value } from '../decimal.ts';

/** One event as a meter saw it. */
export interface MeasuredEvent {
  /** The platform's name of the event; those received later are greater. */
  referenceId: string;
  at: Temporal.Instant;
  units: Value;
  /** What is counted once, for UNIQUE_COUNT. */
  key?: string;
}

/** Half-open: an event at `until` belongs to the next window. */
export interface Window {
  from: Temporal.Instant;
  until: Temporal.Instant;
}

/**
 * How the events of a window become one quantity. A part is what has to be remembered of some events: it
 * grows event by event, parts of disjoint sets of events combine in any order, and the quantity follows from
 * the whole.
 */
export interface AggregationLaw<Part> {
  partOf(event: MeasuredEvent): Part;
  combine(one: Part, other: Part): Part;
  quantityOf(part: Part, window: Window): Value;
}

/** Digits after the point that the two divisions, of averages and of weighted sums, keep; half to even. */
const QUOTIENT_DIGITS = 18;

export function quotient(dividend: Value, divisor: Value): Value {
  return dividend.div(divisor).toDecimalPlaces(QUOTIENT_DIGITS, Decimal.ROUND_HALF_EVEN);
}
