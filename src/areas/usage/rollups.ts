import {
  type Aggregation,
  average,
  max,
  min,
  timeWeightedSum,
  type Window,
} from '#core/aggregation/index.ts';
import { type Decimal, ZERO } from '#core/decimal.ts';

/** How a rollup combines units: by their sum, maximum or minimum. */
export const ROLLUPS = ['ADD', 'MAX', 'MIN'] as const;
export type Rollup = (typeof ROLLUPS)[number];

export function rollupOf(aggregation: Aggregation): Rollup {
  return aggregation === 'MAX' || aggregation === 'MIN' ? aggregation : 'ADD';
}

export function combineUnits(rollup: Rollup, one: Decimal, other: Decimal): Decimal {
  if (rollup === 'ADD') return one.plus(other);
  return rollup === 'MAX' ? max.combine(one, other) : min.combine(one, other);
}

/** Aggregations that no rollup can answer: their quantity needs the rows of the window. */
export type ReadFromRows = 'UNIQUE_COUNT' | 'LATEST' | 'TIME_WEIGHTED_SUM';

export function isReadFromRows(aggregation: Aggregation): aggregation is ReadFromRows {
  switch (aggregation) {
    case 'UNIQUE_COUNT':
    case 'LATEST':
    case 'TIME_WEIGHTED_SUM':
      return true;
    case 'COUNT':
    case 'SUM':
    case 'AVERAGE':
    case 'MAX':
    case 'MIN':
      return false;
    default:
      return aggregation satisfies never;
  }
}

/** Aggregations whose quantity does not follow from the sum of units and the number of events. */
export type NotSummed = ReadFromRows | 'MAX' | 'MIN';

export function isNotSummed(aggregation: Aggregation): aggregation is NotSummed {
  return aggregation === 'MAX' || aggregation === 'MIN' || isReadFromRows(aggregation);
}

/** The known totals of the events of a window. */
export interface Totals {
  /** From the rollup; for UNIQUE_COUNT and LATEST, the quantity read from the rows. */
  units: Decimal;
  events: number;
  /** For TIME_WEIGHTED_SUM: the sum of each event's units times its second. */
  moment?: Decimal | null;
}

/** The quantity of a window. */
export function quantityOf(aggregation: Aggregation, totals: Totals, window: Window): Decimal {
  const { units, events, moment } = totals;
  switch (aggregation) {
    case 'AVERAGE':
      return average.quantityOf({ sum: units, events });
    case 'TIME_WEIGHTED_SUM':
      return timeWeightedSum.quantityOf({ sum: units, moment: moment ?? ZERO }, window);
    case 'COUNT':
    case 'SUM':
    case 'MAX':
    case 'MIN':
    case 'UNIQUE_COUNT':
    case 'LATEST':
      return units;
    default:
      return aggregation satisfies never;
  }
}
