import { type Decimal, ZERO } from '../decimal.ts';
import * as average from './average.ts';
import * as count from './count.ts';
import * as latest from './latest.ts';
import type { AggregationLaw, MeasuredEvent, Window } from './law.ts';
import * as max from './max.ts';
import * as min from './min.ts';
import * as sum from './sum.ts';
import * as timeWeightedSum from './time-weighted-sum.ts';
import * as uniqueCount from './unique-count.ts';

export type { MeasuredEvent, Window } from './law.ts';
export { aggregationWords } from './words.ts';
export { average, max, min, timeWeightedSum };

/** The aggregations that the public API has. */
const PUBLIC_AGGREGATIONS = ['COUNT', 'SUM'] as const;
export const EXTENSION_AGGREGATIONS = [
  'MAX',
  'MIN',
  'AVERAGE',
  'UNIQUE_COUNT',
  'LATEST',
  'TIME_WEIGHTED_SUM',
] as const;
export const AGGREGATIONS = [...PUBLIC_AGGREGATIONS, ...EXTENSION_AGGREGATIONS] as const;
export type Aggregation = (typeof AGGREGATIONS)[number];

/**
 * The quantity of a window (`metering-pricing.md` 9.4), from its events in any order. 0 without events.
 * Nothing carries over from the previous window.
 */
export function aggregate(
  aggregation: Aggregation,
  events: readonly MeasuredEvent[],
  window: Window,
): Decimal {
  return FOLDS[aggregation](
    events.filter(({ at }) => isInside(at, window)),
    window,
  );
}

type Fold = (events: readonly MeasuredEvent[], window: Window) => Decimal;

const FOLDS: Record<Aggregation, Fold> = {
  COUNT: foldBy(count),
  SUM: foldBy(sum),
  MAX: foldBy(max),
  MIN: foldBy(min),
  AVERAGE: foldBy(average),
  UNIQUE_COUNT: foldBy(uniqueCount),
  LATEST: foldBy(latest),
  TIME_WEIGHTED_SUM: foldBy(timeWeightedSum),
};

function foldBy<Part>(law: AggregationLaw<Part>): Fold {
  return (events, window) => {
    const [first, ...others] = events.map(law.partOf);
    return first === undefined ? ZERO : law.quantityOf(others.reduce(law.combine, first), window);
  };
}

function isInside(at: Temporal.Instant, { from, until }: Window): boolean {
  return Temporal.Instant.compare(at, from) >= 0 && Temporal.Instant.compare(at, until) < 0;
}
