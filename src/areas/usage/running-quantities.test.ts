import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AGGREGATIONS, type Aggregation, aggregate, type MeasuredEvent } from '#core/aggregation/index.ts';
import { type Decimal, decimal, decimalText, ZERO } from '#core/decimal.ts';
import { combineUnits, rollupOf } from './rollups.ts';
import { type MeteredPiece, runningQuantities } from './running-quantities.ts';

const from = Temporal.Instant.from('2030-01-01T00:00:00Z');
const hour = (n: number) => from.add({ hours: n });
const window = { from, until: hour(100) };

const measured: fc.Arbitrary<MeasuredEvent[]> = fc
  .array(fc.record({ at: fc.integer({ min: 0, max: 99 }), cents: fc.integer({ min: -300, max: 300 }) }), {
    minLength: 1,
    maxLength: 20,
  })
  .map((events) =>
    events.map(({ at, cents }, index) => ({
      ...{ referenceId: String(index).padStart(2, '0'), at: hour(at), key: String(cents % 5) },
      units: decimal(cents).div(100),
    })),
  );

/** What the database says of the events of a stretch: rollups, or rows where rollups say too little. */
function pieceOf(aggregation: Aggregation, events: MeasuredEvent[], earlier: MeasuredEvent[]): MeteredPiece {
  const [first] = events as [MeasuredEvent];
  const seen = new Set(earlier.map(({ key }) => key));
  const newKeys = new Set(events.flatMap(({ key }) => (seen.has(key) ? [] : [key])));
  const moments = events.map(({ at, units }) => units.times(at.epochMilliseconds).div(1000));
  const add = (values: Decimal[]) => values.reduce((sum, value) => sum.plus(value), ZERO);
  const kept = events
    .map(({ units }) => units)
    .reduce((one, other) => combineUnits(rollupOf(aggregation), one, other));
  const units: Partial<Record<Aggregation, Decimal>> = {
    COUNT: decimal(events.length),
    UNIQUE_COUNT: decimal(newKeys.size),
    LATEST: aggregate('LATEST', events, window),
  };
  return { at: first.at, units: units[aggregation] ?? kept, events: events.length, moment: add(moments) };
}

it.each(AGGREGATIONS)('%s of pieces is that of the window, after each of them', (aggregation) => {
  fc.assert(
    fc.property(
      measured,
      fc.integer({ min: 1, max: 99 }),
      fc.integer({ min: 1, max: 99 }),
      (events, a, b) => {
        const borders = [0, Math.min(a, b), Math.max(a, b), 100].map(hour);
        const { compare } = Temporal.Instant;
        const before = (border: Temporal.Instant) => events.filter(({ at }) => compare(at, border) < 0);
        const stretches = borders.slice(1).flatMap((border, i) => {
          const earlier = before(borders[i] as Temporal.Instant);
          const own = before(border).filter((event) => !earlier.includes(event));
          return own.length > 0 ? [{ border, piece: pieceOf(aggregation, own, earlier) }] : [];
        });
        const running = runningQuantities(
          aggregation,
          stretches.map(({ piece }) => piece),
          window,
        );
        expect(running.map(({ quantity }) => decimalText(quantity))).toEqual(
          stretches.map(({ border }) => decimalText(aggregate(aggregation, before(border), window))),
        );
      },
    ),
  );
});
