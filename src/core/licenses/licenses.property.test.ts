import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decimal, decimal, decimalText, ZERO } from '../decimal.ts';
import type { LicenseWindowInput } from '../invoice/license-inputs.ts';
import { startOfDay } from '../period-zone.ts';
import { type PriceType, type RateConfig, rate } from '../rating/index.ts';
import { findChanges, settledWindows } from './changes.ts';
import { chargeWindows } from './charge-windows.ts';
import { boundWindows, priceWindows, type WindowPrices } from './price-windows.ts';
import { countedQuantities, frozenFrom, namedQuantities } from './quantities.ts';
import type { UsageCycle } from './windows.ts';

const DAYS = 30;
const [START, END] = [Temporal.PlainDate.from('2030-11-01'), Temporal.PlainDate.from('2030-12-01')];
// Clocks go back on 3 November: that day has 25 hours, and is still one of 30.
const ZONE = 'America/New_York';

/** At an hour of a day of the cycle, from then on. */
interface Change {
  day: number;
  hour: number;
  quantity: number;
}

const changes = fc.array(
  fc.record({
    day: fc.integer({ min: 0, max: DAYS - 1 }),
    hour: fc.integer({ min: 0, max: 23 }),
    quantity: fc.integer({ min: 0, max: 40 }),
  }),
  { maxLength: 6 },
);
const opening = fc.integer({ min: 0, max: 40 });
const slabs = fc
  .array(
    fc.record({
      width: fc.integer({ min: 1, max: 12 }),
      priceType: fc.constantFrom<PriceType>('FLAT', 'PER_UNIT', 'PACKAGE'),
      rate: fc.integer({ min: -3, max: 9 }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((list) =>
    list.map(({ priceType, rate: price }, index) => ({
      order: index + 1,
      startAfter: decimal(list.slice(0, index).reduce((sum, { width }) => sum + width, 0)),
      priceType,
      packageSize: decimal(3),
      rate: decimal(price),
    })),
  );
const bounds = fc.constantFrom<Partial<RateConfig>>(
  {},
  { minimumRate: decimal(20) },
  { maximumRate: decimal(90) },
  { minimumRate: decimal(15), maximumRate: decimal(100) },
);
const configs: fc.Arbitrary<RateConfig> = fc
  .record({ pricingModel: fc.constantFrom<RateConfig['pricingModel']>('TIERED', 'VOLUME'), slabs, bounds })
  .map(({ bounds: bound, ...config }) => ({ ...config, ...bound }));

function quantitiesOf(first: number, list: readonly Change[]) {
  const at = ({ day, hour }: Change) => startOfDay(START.add({ days: day }), ZONE).add({ hours: hour });
  const ordered = list.toSorted((a, b) => Temporal.Instant.compare(at(a), at(b)));
  const steps = ordered.map((change) => ({ at: at(change), quantity: decimal(change.quantity) }));
  return countedQuantities([{ at: startOfDay(START, ZONE), quantity: decimal(first) }, ...steps], ZONE);
}

function windowsOf(
  quantities: ReturnType<typeof quantitiesOf>,
  { isProrated = true, usageCycle = null as UsageCycle | null, days = DAYS } = {},
): LicenseWindowInput[] {
  if (days === 0) return [];
  const cycle = { nominalStart: START, nominalEnd: END, start: START, end: START.add({ days }) };
  const context = { cycle, resolved: { interval: 'MONTHLY', day: 1 }, chainStart: START } as const;
  return chargeWindows({ isProrated, usageCycle }, context, quantities);
}

/** The second opinion: looks at every hour of every day, and adds day by day. */
function naiveDays(first: number, list: readonly Change[]): number[] {
  return Array.from({ length: DAYS }, (_, day) => {
    const levelAt = (hour: number) => {
      const before = list.filter((change) => change.day < day || (change.day === day && change.hour <= hour));
      // Of those at one hour the last in the list counts, as in the order of arrival.
      const last = before.reduce<Change | null>((latest, change) => {
        if (!latest) return change;
        const isLater = change.day - latest.day || change.hour - latest.hour;
        return isLater >= 0 ? change : latest;
      }, null);
      return last?.quantity ?? first;
    };
    return Math.max(...Array.from({ length: 24 }, (__, hour) => levelAt(hour)));
  });
}

function naivePrice(config: RateConfig, units: number): Decimal {
  const { minimumRate: _min, maximumRate: _max, ...unbounded } = config;
  return rate(decimal(units), unbounded).amount;
}

function clamp(value: Decimal, { minimumRate, maximumRate }: RateConfig, share = decimal(1)): Decimal {
  const [min, max] = [minimumRate?.times(share), maximumRate?.times(share)];
  if (min && value.lt(min)) return min;
  return max && value.gt(max) ? max : value;
}

function amountOf(windows: LicenseWindowInput[], prices: WindowPrices): Decimal {
  const priced = priceWindows(windows, prices);
  return boundWindows(priced, prices).total.div(priced.denominator);
}

/** Equal but for the last of 100 digits. */
function expectEqual(a: Decimal, b: Decimal): void {
  expect(decimalText(a.toDecimalPlaces(60))).toBe(decimalText(b.toDecimalPlaces(60)));
}

describe('licences', () => {
  it('in arrears cost the sum of their days, or their peak', () => {
    fc.assert(
      fc.property(configs, opening, changes, fc.boolean(), (config, first, list, isProrated) => {
        const days = naiveDays(first, list);
        const windows = windowsOf(quantitiesOf(first, list), { isProrated });
        const sum = days.reduce((total, units) => total.plus(naivePrice(config, units)), ZERO);
        const naive = isProrated ? sum.div(DAYS) : naivePrice(config, Math.max(...days));
        expectEqual(amountOf(windows, { config, isProrated, nominalDays: DAYS }), clamp(naive, config));
      }),
      { numRuns: 100 },
    );
  });

  it('by weeks cost each week on its own; the last has two days', () => {
    fc.assert(
      fc.property(configs, opening, changes, fc.boolean(), (config, first, list, isProrated) => {
        const days = naiveDays(first, list);
        const windows = windowsOf(quantitiesOf(first, list), { isProrated, usageCycle: 'WEEKLY' });
        const weeks = [0, 7, 14, 21, 28].map((start) => days.slice(start, start + 7));
        const costs = weeks.map((week) => {
          const sum = week.reduce((total, units) => total.plus(naivePrice(config, units)), ZERO);
          return isProrated ? sum.div(7) : naivePrice(config, Math.max(...week));
        });
        const naive = costs.reduce((total, cost) => total.plus(cost), ZERO);
        expectEqual(amountOf(windows, { config, isProrated, nominalDays: DAYS }), clamp(naive, config));
      }),
      { numRuns: 100 },
    );
  });

  it('in advance, more added and less taken off, cost what they do in arrears (23.2 item 8)', () => {
    const ends = fc.integer({ min: 0, max: DAYS });
    const weekly = fc.constantFrom<UsageCycle | null>(null, 'WEEKLY');
    fc.assert(
      fc.property(
        configs,
        opening,
        changes,
        changes,
        ends,
        weekly,
        (config, first, list, later, days, usageCycle) => {
          const prices = { config, isProrated: true, nominalDays: DAYS };
          const [known, all] = [quantitiesOf(first, list), quantitiesOf(first, [...list, ...later])];
          const charged = windowsOf(frozenFrom(known, START), { usageCycle });
          // Settled at the end of the cycle, and once more when other changes were told and it ended earlier.
          const counted = windowsOf(known, { usageCycle });
          const [one, two] = [
            findChanges({ charged, counted }, prices),
            findChanges(
              {
                charged: settledWindows({ charged, counted }, true),
                counted: windowsOf(all, { usageCycle, days }),
              },
              prices,
            ),
          ];
          for (const { more, less } of [one, two])
            expect([more, less].every((each) => each.gte(0))).toBe(true);
          const inAdvance = [one, two].reduce(
            (sum, { more, less }) => sum.plus(more).minus(less),
            amountOf(charged, prices),
          );
          expectEqual(inAdvance, amountOf(windowsOf(all, { usageCycle, days }), prices));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('in advance without proration cost their peak', () => {
    fc.assert(
      fc.property(configs, opening, changes, (config, first, list) => {
        const prices = { config, isProrated: false, nominalDays: DAYS };
        const known = quantitiesOf(first, list);
        const charged = windowsOf(frozenFrom(known, START), { isProrated: false });
        const { more, less } = findChanges(
          { charged, counted: windowsOf(known, { isProrated: false }) },
          prices,
        );
        const peak = Math.max(...naiveDays(first, list));
        expectEqual(
          amountOf(charged, prices).plus(more).minus(less),
          clamp(naivePrice(config, peak), config),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('with names count whoever had one at an hour of the day', () => {
    const span = fc.record({
      name: fc.constantFrom('a', 'b', 'c', 'd'),
      from: fc.integer({ min: -48, max: DAYS * 24 }),
      hours: fc.option(fc.integer({ min: 0, max: 200 }), { nil: null }),
    });
    fc.assert(
      fc.property(fc.array(span, { maxLength: 8 }), (spans) => {
        const at = (hour: number) => startOfDay(START, 'UTC').add({ hours: hour });
        const read = spans.map(({ name, from, hours }) => {
          return { name, from: at(from), until: hours === null ? null : at(from + hours) };
        });
        const quantities = namedQuantities(read, 'UTC');
        const isHeld = ({ from, hours }: (typeof spans)[number], start: number, end: number) =>
          from < end && (hours === null || from + hours > start || (hours === 0 && from >= start));
        const naive = (start: number, end: number) =>
          new Set(spans.filter((each) => isHeld(each, start, end)).map(({ name }) => name)).size;
        const days = quantities
          .runs({ start: START, end: END })
          .flatMap(({ days: length, quantity }) => Array.from({ length }, () => Number(quantity)));
        expect(days).toEqual(Array.from({ length: DAYS }, (_, day) => naive(day * 24, day * 24 + 24)));
        expect(Number(quantities.whole({ start: START, end: END }))).toBe(naive(0, DAYS * 24));
      }),
      { numRuns: 100 },
    );
  });
});
