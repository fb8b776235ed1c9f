import { Decimal, type Decimal as Value } from '../decimal.ts';

/** One event as measured by a meter. */
export interface MeasuredEvent {
  /** The platform's id of the event; ids of events received later are greater. */
  referenceId: string;
  at: Temporal.Instant;
  units: Value;
  /** The key of UNIQUE_COUNT, counted once. */
  key?: string;
}

/** Half-open: an event at `until` belongs to the next window. */
export interface Window {
  from: Temporal.Instant;
  until: Temporal.Instant;
}

/**
 * How the events of a window aggregate to one quantity. A part is the state kept for a set of events: it
 * grows event by event, parts of disjoint sets combine in any order, and the quantity is computed from the
 * part of all events.
 */
export interface AggregationLaw<Part> {
  partOf(event: MeasuredEvent): Part;
  combine(one: Part, other: Part): Part;
  quantityOf(part: Part, window: Window): Value;
}

/** Digits after the point that the two divisions keep (averages and weighted sums), rounded half to even. */
const QUOTIENT_DIGITS = 18;

export function quotient(dividend: Value, divisor: Value): Value {
  return dividend.div(divisor).toDecimalPlaces(QUOTIENT_DIGITS, Decimal.ROUND_HALF_EVEN);
}
