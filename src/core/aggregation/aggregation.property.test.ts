import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, decimalText } from '../decimal.ts';
import * as average from './average.ts';
import * as count from './count.ts';
import { AGGREGATIONS, type Aggregation, aggregate, type MeasuredEvent } from './index.ts';
import * as latest from './latest.ts';
import type { AggregationLaw } from './law.ts';
import * as max from './max.ts';
import * as min from './min.ts';
import * as sum from './sum.ts';
import * as timeWeightedSum from './time-weighted-sum.ts';
import * as uniqueCount from './unique-count.ts';

const FROM = 1_900_000_000;
const LENGTH = 1000;
const at = (second: number) => Temporal.Instant.fromEpochMilliseconds((FROM + second) * 1000);
const window = { from: at(0), until: at(LENGTH) };

/** Few seconds, units and keys, so that equal ones meet. Units have two digits after the point. */
interface Plain {
  second: number;
  cents: number;
  key: string;
}
const plainEvents: fc.Arbitrary<Plain[]> = fc.array(
  fc.record({
    second: fc.integer({ min: 0, max: 40 }).map((step) => Math.min(step * 25, LENGTH - 1)),
    cents: fc.integer({ min: -999, max: 999 }),
    key: fc.constantFrom('a', 'b', 'c', '', ' a'),
  }),
  { maxLength: 25 },
);

/** Reference ids in the order of the list. */
function measured(plain: readonly Plain[]): MeasuredEvent[] {
  return plain.map(({ second, cents, key }, index) => ({
    referenceId: String(index).padStart(4, '0'),
    at: at(second),
    units: decimal(cents).div(100),
    key,
  }));
}

/** The second opinion, in whole cents and seconds: a fraction, to be rounded once. */
function naive(aggregation: Aggregation, plain: readonly Plain[]): [over: bigint, under: bigint] {
  const cents = plain.map((event) => BigInt(event.cents));
  const total = cents.reduce((one, other) => one + other, 0n);
  if (plain.length === 0) return [0n, 1n];
  switch (aggregation) {
    case 'COUNT':
      return [BigInt(plain.length), 1n];
    case 'SUM':
      return [total, 100n];
    case 'MAX':
      return [cents.toSorted(compare).at(-1) ?? 0n, 100n];
    case 'MIN':
      return [cents.toSorted(compare)[0] ?? 0n, 100n];
    case 'AVERAGE':
      return [total, 100n * BigInt(plain.length)];
    case 'UNIQUE_COUNT':
      return [
        BigInt(plain.filter(({ key }, i) => plain.findIndex((one) => one.key === key) === i).length),
        1n,
      ];
    case 'LATEST':
      return [BigInt(plain.toSorted((a, b) => a.second - b.second).at(-1)?.cents ?? 0), 100n];
    case 'TIME_WEIGHTED_SUM':
      return [integral(plain), 100n * BigInt(LENGTH)];
    default:
      return aggregation satisfies never;
  }
}

/** Looks at the level in every second of the window, one after the other. */
function integral(plain: readonly Plain[]): bigint {
  let [level, area] = [0n, 0n];
  for (let second = 0; second < LENGTH; second++) {
    for (const event of plain) if (event.second === second) level += BigInt(event.cents);
    area += level;
  }
  return area;
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : Number(a > b);
}

/** A fraction with 18 digits after the point, half to even, by whole numbers alone. */
function rounded([over, under]: [bigint, bigint]): string {
  const scaled = over * 10n ** 18n;
  const size = scaled < 0n ? -scaled : scaled;
  const [whole, rest] = [size / under, (size % under) * 2n];
  const isUp = rest > under || (rest === under && whole % 2n === 1n);
  const digits = String(whole + (isUp ? 1n : 0n)).padStart(19, '0');
  const text = `${digits.slice(0, -18)}.${digits.slice(-18)}`.replace(/\.?0+$/, '');
  return scaled < 0n && text !== '0' ? `-${text}` : text;
}

describe.each(AGGREGATIONS)('%s', (aggregation) => {
  it('is what counting event by event and second by second gives', () => {
    fc.assert(
      fc.property(plainEvents, (plain) => {
        const value = decimalText(aggregate(aggregation, measured(plain), window));
        expect(value).toBe(rounded(naive(aggregation, plain)));
      }),
    );
  });

  it('is the same in any order of the events', () => {
    const shuffled = plainEvents.chain((plain) => {
      const events = measured(plain);
      const whole = { minLength: events.length, maxLength: events.length };
      return fc.tuple(fc.constant(events), fc.shuffledSubarray(events, whole));
    });
    fc.assert(
      fc.property(shuffled, ([events, others]) => {
        const [one, other] = [events, others].map((each) => aggregate(aggregation, each, window));
        expect(decimalText(other ?? decimal(-1))).toBe(decimalText(one ?? decimal(-2)));
      }),
    );
  });
});

describe('parts of a split window combine to the whole', () => {
  const check = <Part>(name: string, law: AggregationLaw<Part>) =>
    it(name, () => {
      fc.assert(
        fc.property(plainEvents, fc.integer({ min: 0, max: LENGTH }), (plain, border) => {
          const events = measured(plain);
          const parts = [
            events.filter((event) => Temporal.Instant.compare(event.at, at(border)) < 0),
            events.filter((event) => Temporal.Instant.compare(event.at, at(border)) >= 0),
          ].flatMap((half) => (half.length > 0 ? [half.map(law.partOf).reduce(law.combine)] : []));
          fc.pre(parts.length > 0);
          const whole = events.map(law.partOf).reduce(law.combine);
          const text = (part: Part) => decimalText(law.quantityOf(part, window));
          expect(text(parts.reduce(law.combine))).toBe(text(whole));
          expect(text(parts.reduceRight(law.combine))).toBe(text(whole));
        }),
      );
    });
  check('COUNT', count);
  check('SUM', sum);
  check('MAX', max);
  check('MIN', min);
  check('AVERAGE', average);
  check('UNIQUE_COUNT', uniqueCount);
  check('LATEST', latest);
  check('TIME_WEIGHTED_SUM', timeWeightedSum);
});
