import { describe, expect, test } from 'vitest';
import type { RateCardRow } from '#areas/price-plans/index.ts';
import type { ScheduleRow } from '#areas/schedules/index.ts';
import type { UsageMeterRow } from '#areas/usage-meters/index.ts';
import { decimal } from '#core/decimal.ts';
import { startOfDay } from '#core/period-zone.ts';
import { billedPartFrom } from './billed-part.ts';
import { type Billing, buildInputs } from './build-inputs.ts';
import { NO_LICENSES } from './read-licenses.ts';

const date = Temporal.PlainDate.from;

const meter = {
  id: 'um.1',
  name: 'calls',
  displayName: 'Calls',
  aggregation: 'SUM',
  version: 3,
} as UsageMeterRow;

const usageCard = {
  referenceId: 'ref',
  name: 'calls card',
  position: 1,
  type: 'USAGE',
  billableId: 'um.1',
  displayName: 'Calls',
  invoiceTiming: 'IN_ARREARS',
  tag: 'api',
  details: {
    usageRateCard: {
      ratePlan: { pricingModel: 'TIERED', slabs: [{ order: 1, startAfter: '0', priceType: 'PER_UNIT' }] },
      rateValues: [
        { currency: 'USD', slabRates: [{ order: 1, rate: '0.1' }], rateConfig: { minimumRate: '5' } },
      ],
    },
  },
} as unknown as RateCardRow;

const feeCard = {
  ...usageCard,
  name: 'fee card',
  type: 'FIXED_FEE',
  billableId: 'addon.1',
  displayName: 'Fee',
  tag: null,
  details: {
    fixedFeeRateCard: {
      type: 'RECURRING',
      rateValues: [{ currency: 'USD', rate: '31' }],
      enableProration: true,
      recurrenceConfig: {},
    },
  },
} as unknown as RateCardRow;

function scheduleFrom(start: string, end: string | null = null): ScheduleRow {
  return {
    id: 'sch.1',
    accountId: 'acme',
    planId: 'pp.1',
    planVersion: 2,
    startDate: date(start),
    endDate: end && date(end),
    startAt: startOfDay(date(start), 'UTC'),
    endAt: end && startOfDay(date(end), 'UTC'),
    timeZone: 'UTC',
    cycleConfig: { interval: 'MONTHLY', gracePeriod: 0 },
    resolvedCycle: { interval: 'MONTHLY', day: 1 },
    chainStartDate: date(start),
    isOverridden: false,
    overrideReferenceId: null,
  } as ScheduleRow;
}

const used: Billing = {
  timing: 'IN_ARREARS',
  usage: new Map([['um.1', { units: decimal('120.50'), events: 4 }]]),
};

function build(schedule: ScheduleRow, day: string, { billing = used, currency = 'USD' } = {}) {
  const part = billedPartFrom(schedule, date(day));
  if (!part) throw new Error(`no cycle on ${day}`);
  return buildInputs(
    {
      roundingMode: 'HALF_UP',
      currency,
      schedule,
      part,
      planName: 'Plan',
      cards: [usageCard, feeCard],
      meters: new Map([['um.1', meter]]),
      overage: new Map(),
      licenses: NO_LICENSES,
    },
    billing,
  );
}

describe('inputs of a cycle', () => {
  test('say everything as canonical text', () => {
    const { inputs, problems } = build(scheduleFrom('2030-01-15'), '2030-01-15');
    expect(problems).toEqual([]);
    expect(inputs).toEqual({
      engine: 1,
      currency: 'USD',
      roundingMode: 'HALF_UP',
      timeZone: 'UTC',
      timing: 'IN_ARREARS',
      cycle: {
        start: '2030-01-15',
        end: '2030-02-01',
        nominalStart: '2030-01-01',
        nominalEnd: '2030-02-01',
        billedDays: 17,
        nominalDays: 31,
        ordinal: 0,
      },
      pricePlan: { id: 'pp.1', name: 'Plan', version: 2, scheduleId: 'sch.1' },
      cards: [
        {
          type: 'USAGE',
          name: 'calls card',
          billableId: 'um.1',
          displayName: 'Calls',
          tag: 'api',
          meter: { id: 'um.1', name: 'calls', aggregation: 'SUM', version: 3 },
          quantity: '120.5',
          eventCount: 4,
          pricingModel: 'TIERED',
          slabs: [{ order: 1, startAfter: '0', priceType: 'PER_UNIT', rate: '0.1' }],
          minimumRate: '5',
          // 15 to 31 January
          minimumDays: { billedDays: 17, nominalDays: 31 },
        },
        {
          type: 'FIXED_FEE',
          name: 'fee card',
          billableId: 'addon.1',
          displayName: 'Fee',
          feeType: 'RECURRING',
          rate: '31',
          isProrated: true,
          billedDays: 17,
          nominalDays: 31,
          recurrence: { interval: 1, offset: 0 },
        },
      ],
    });
  });

  test('have no cards of the other timing', () => {
    expect(
      build(scheduleFrom('2030-01-15'), '2030-01-15', { billing: { timing: 'IN_ADVANCE' } }),
    ).toMatchObject({
      inputs: { timing: 'IN_ADVANCE', cards: [] },
      problems: [],
    });
  });

  test('leave out and name what has no price in the currency', () => {
    const { inputs, problems } = build(scheduleFrom('2030-01-01'), '2030-02-01', { currency: 'EUR' });
    expect(inputs.cards).toEqual([]);
    expect(problems).toEqual([
      expect.stringMatching(/^rate card calls card .*EUR$/),
      expect.stringMatching(/^rate card fee card .*EUR$/),
    ]);
  });

  test('of what is left of a cycle charge its own days only', () => {
    const { inputs } = build(scheduleFrom('2030-01-01'), '2030-01-11');
    expect(inputs.cycle).toMatchObject({
      start: '2030-01-11',
      end: '2030-02-01',
      billedDays: 21,
      nominalDays: 31,
    });
    expect(inputs.cards[1]).toMatchObject({ billedDays: 21, nominalDays: 31 });
  });
});

test.each([
  // day         part of a schedule of 15 January to 20 March
  ['2030-01-15', '2030-01-15 to 2030-02-01'],
  ['2030-01-20', '2030-01-20 to 2030-02-01, a remainder'],
  ['2030-02-01', '2030-02-01 to 2030-03-01'],
  ['2030-03-01', '2030-03-01 to 2030-03-20'],
  ['2030-03-20', 'none'],
  ['2030-01-14', 'none'],
])('from %s on there is %s to bill', (day, expected) => {
  const part = billedPartFrom(scheduleFrom('2030-01-15', '2030-03-20'), date(day));
  const words = part ? `${part.start} to ${part.end}${part.isRemainder ? ', a remainder' : ''}` : 'none';
  expect(words).toBe(expected);
});
