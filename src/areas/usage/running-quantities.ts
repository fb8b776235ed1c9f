import { type Aggregation, max, min, type Window } from '#core/aggregation/index.ts';
import type { Decimal } from '#core/decimal.ts';
import { quantityOf, type Totals } from './rollups.ts';

/** The contribution of one interval of a window. */
export interface MeteredPiece extends Totals {
  /** The start of the interval. */
  at: Temporal.Instant;
}

/**
 * The quantity of a window after each of its pieces, which are in time order and do not overlap. For
 * UNIQUE_COUNT, the units of a piece are the keys that no earlier piece has.
 */
export function runningQuantities(
  aggregation: Aggregation,
  pieces: readonly MeteredPiece[],
  window: Window,
): { at: Temporal.Instant; quantity: Decimal }[] {
  let known: Totals | null = null;
  return pieces.map(({ at, ...piece }) => {
    known = known ? combineTotals(aggregation, known, piece) : piece;
    return { at, quantity: quantityOf(aggregation, known, window) };
  });
}

function combineTotals(aggregation: Aggregation, before: Totals, piece: Totals): Totals {
  const events = before.events + piece.events;
  switch (aggregation) {
    case 'MAX':
      return { units: max.combine(before.units, piece.units), events };
    case 'MIN':
      return { units: min.combine(before.units, piece.units), events };
    case 'LATEST':
      return { units: piece.units, events };
    case 'TIME_WEIGHTED_SUM':
      return { units: before.units.plus(piece.units), events, moment: addMoments(before, piece) };
    case 'COUNT':
    case 'SUM':
    case 'AVERAGE':
    case 'UNIQUE_COUNT':
      return { units: before.units.plus(piece.units), events };
    default:
      return aggregation satisfies never;
  }
}

function addMoments({ moment: one }: Totals, { moment: other }: Totals): Decimal | null {
  return one && other ? one.plus(other) : (one ?? other ?? null);
}
