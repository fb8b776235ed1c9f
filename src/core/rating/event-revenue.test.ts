import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { AGGREGATIONS, aggregate } from '../aggregation/index.ts';
import { type Decimal, decimal, decimalText, ZERO } from '../decimal.ts';
import { eventRevenue } from './event-revenue.ts';
import { type RateConfig, rate } from './index.ts';

/** 2 up to 100, then 1; optionally at least `minimum` for the card. */
function config(pricingModel: RateConfig['pricingModel'], minimum?: number): RateConfig {
  const slab = { priceType: 'PER_UNIT' as const };
  return {
    pricingModel,
    slabs: [
      { ...slab, order: 1, startAfter: ZERO, rate: decimal(2) },
      { ...slab, order: 2, startAfter: decimal(100), rate: decimal(1) },
    ],
    ...(minimum === undefined ? {} : { minimumRate: decimal(minimum) }),
  };
}

const priceOf = (card: RateConfig) => (quantity: Decimal) => rate(quantity, card).amount;

describe('what an event earns', () => {
  test.each<[before: string | null, after: string, tiered: string, volume: string]>([
    [' 95', '105', ' 15', '-85'], //   V26: 205 − 190; 105 − 190
    ['  0', ' 95', '190', '190'],
    [null, '  95', '190', '190'],
    ['105', ' 95', '-15', ' 85'], //   10 given back
    [' 95', ' 95', '  0', '  0'],
    // V25: 12 of 100 undone, 15 done: 200 → 176 → 203
    ['100', ' 88', '-24', '-24'], //   88 × 2 − 200
    [' 88', '103', ' 27', '-73'], //   200 + 3 − 176; 103 − 176
  ])('from %s to %s: tiered %s, volume %s', (before, after, tiered, volume) => {
    const change = { before: before === null ? null : decimal(before.trim()), after: decimal(after.trim()) };
    expect(decimalText(eventRevenue(priceOf(config('TIERED')), change))).toBe(tiered.trim());
    expect(decimalText(eventRevenue(priceOf(config('VOLUME')), change))).toBe(volume.trim());
  });

  test('the first event earns the minimum of the card, those after it what goes beyond', () => {
    const price = priceOf(config('TIERED', 50));
    expect(decimalText(eventRevenue(price, { before: null, after: decimal(10) }))).toBe('50'); // 20 < 50
    // 80 − 50
    expect(decimalText(eventRevenue(price, { before: decimal(10), after: decimal(40) }))).toBe('30');
  });
});

describe('the events of a cycle together earn its price (metering-pricing 23.2, 5)', () => {
  const from = Temporal.Instant.from('2030-01-01T00:00:00Z');
  const window = { from, until: from.add({ hours: 100 }) };
  const events = fc.array(
    fc.record({ hour: fc.integer({ min: 0, max: 99 }), cents: fc.integer({ min: -5000, max: 20_000 }) }),
    { minLength: 1, maxLength: 15 },
  );

  // By whatever the quantity is made of the events: it is looked at before and after each of them.
  it.each(AGGREGATIONS)('%s', (aggregation) => {
    fc.assert(
      fc.property(events, fc.constantFrom('TIERED', 'VOLUME'), fc.boolean(), (sent, model, hasMinimum) => {
        const price = priceOf(config(model, hasMinimum ? 60 : undefined));
        const measured = sent.map(({ hour, cents }, index) => ({
          ...{ referenceId: String(index).padStart(2, '0'), key: String(cents % 7) },
          ...{ at: from.add({ hours: hour }), units: decimal(cents).div(100) },
        }));
        let before: Decimal | null = null;
        let revenue = ZERO;
        for (const index of measured.keys()) {
          const after = aggregate(aggregation, measured.slice(0, index + 1), window);
          revenue = revenue.plus(eventRevenue(price, { before, after }));
          before = after;
        }
        const whole = price(aggregate(aggregation, measured, window));
        expect(decimalText(revenue)).toBe(decimalText(whole));
      }),
    );
  });
});
