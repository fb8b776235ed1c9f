import type { Decimal } from '../decimal.ts';
import type { MeasuredEvent } from './law.ts';

/** LATEST: the units of the event with the latest timestamp, whenever it was received. */
export function partOf(event: MeasuredEvent): MeasuredEvent {
  return event;
}

/** Of events with the same microsecond, the one received last counts. */
export function combine(one: MeasuredEvent, other: MeasuredEvent): MeasuredEvent {
  const order = Temporal.Instant.compare(one.at, other.at);
  const isOneLater = order > 0 || (order === 0 && one.referenceId > other.referenceId);
  return isOneLater ? one : other;
}

export function quantityOf({ units }: MeasuredEvent): Decimal {
  return units;
}
