import { describe, expect, it, test } from 'vitest';
import type { RateCardRow } from '#areas/price-plans/index.ts';
import { nextCycleOf, type ScheduleRow } from '#areas/schedules/index.ts';
import { decimal } from '#core/decimal.ts';
import { startOfDay } from '#core/period-zone.ts';
import { billedPartFrom } from './billed-part.ts';
import { buildEntitlementCard, buildOverageCard, overageRanges } from './build-feature-cards.ts';
import type { RatingFacts } from './rating-facts.ts';
import { NO_LICENSES } from './read-licenses.ts';

const date = Temporal.PlainDate.from;
const prices = {
  ratePlan: { pricingModel: 'TIERED', slabs: [{ order: 1, startAfter: '0', priceType: 'PER_UNIT' }] },
  rateValues: [{ currency: 'USD', slabRates: [{ order: 1, rate: '1' }] }],
};
const base = {
  ...{ referenceId: 'ref', position: 1, billableId: 'feature.1', displayName: 'Talk', tag: null },
};

function entitlementCard(invoiceTiming: string, interval = 1, offset = 0): RateCardRow {
  const featureConfigs = [{ effectiveUntil: 'P1M', featureCreditLimit: '100' }];
  const card = { ...prices, featureConfigs, recurrenceConfig: { interval, offset } };
  return {
    ...{ ...base, name: 'talk', type: 'BILLING_ENTITLEMENT', invoiceTiming },
    details: { billingEntitlementRateCard: card },
  } as unknown as RateCardRow;
}

function overageCard(interval = 1, startOffset = 0): RateCardRow {
  const card = { ...prices, maxQuantity: '500', billingConfig: { interval, startOffset } };
  return {
    ...{ ...base, name: 'over', type: 'ENTITLEMENT_OVERAGE', invoiceTiming: 'IN_ARREARS' },
    details: { entitlementOverageRateCard: card },
  } as unknown as RateCardRow;
}

/** Monthly from the 1st; the chain may have begun with an earlier schedule. */
function schedule(start: string, end: string | null, chainStart = start): ScheduleRow {
  return {
    ...{ id: 'sch.1', accountId: 'acme', planId: 'pp.1', planVersion: 1, timeZone: 'America/New_York' },
    ...{ startDate: date(start), endDate: end && date(end), chainStartDate: date(chainStart) },
    startAt: startOfDay(date(start), 'America/New_York'),
    endAt: end && startOfDay(date(end), 'America/New_York'),
    cycleConfig: { interval: 'MONTHLY', gracePeriod: 0 },
    resolvedCycle: { interval: 'MONTHLY', day: 1 },
    isOverridden: false,
    overrideReferenceId: null,
  } as unknown as ScheduleRow;
}

function factsOf(sold: ScheduleRow, day: Temporal.PlainDate, card: RateCardRow): RatingFacts {
  const part = billedPartFrom(sold, day);
  if (!part) throw new Error(`no cycle on ${day}`);
  const overage = new Map([['feature.1', decimal('7.50')]]);
  return {
    ...{ roundingMode: 'HALF_UP', currency: 'USD', planName: 'Plan', schedule: sold, part, overage },
    ...{ cards: [card], meters: new Map(), licenses: NO_LICENSES },
  };
}

/** `2030-02: 2030-01-15 to 2030-03-01` for each of the first six cycles in which something is charged. */
function charges(sold: ScheduleRow, card: RateCardRow, first = sold.startDate): string[] {
  const found: string[] = [];
  let day: Temporal.PlainDate | null = first;
  for (let n = 0; day && n < 6; n++) {
    const facts = factsOf(sold, day, card);
    const input =
      card.type === 'BILLING_ENTITLEMENT' ? buildEntitlementCard(card, facts) : buildOverageCard(card, facts);
    if (input) found.push(`${String(day).slice(0, 7)}: ${input.period.start} to ${input.period.end}`);
    day = nextCycleOf(sold, facts.part)?.start ?? null;
  }
  return found;
}

describe('the block that a card is charged for', () => {
  const [JANUARY, FEBRUARY] = ['2030-01: 2030-01-15 to 2030-02-01', '2030-02: 2030-02-01 to 2030-03-01'];
  const MARCH = '2030-03: 2030-03-01 to 2030-03-20';
  test.each<[title: string, card: RateCardRow, charges: string[]]>([
    // Of a schedule from 15 January to 20 March.
    ['credits in advance', entitlementCard('IN_ADVANCE'), [JANUARY, FEBRUARY, MARCH]],
    ['credits in arrears', entitlementCard('IN_ARREARS'), [JANUARY, FEBRUARY, MARCH]],
    ['after a free cycle', entitlementCard('IN_ARREARS', 1, 1), [FEBRUARY, MARCH]],
    ['two months in advance', entitlementCard('IN_ADVANCE', 2), ['2030-01: 2030-01-15 to 2030-03-01', MARCH]],
    ['two months in arrears', entitlementCard('IN_ARREARS', 2), ['2030-02: 2030-01-15 to 2030-03-01', MARCH]],
    // The block ends with the schedule.
    ['a quarter in arrears', entitlementCard('IN_ARREARS', 3), ['2030-03: 2030-01-15 to 2030-03-20']],
    ['overage', overageCard(), [JANUARY, FEBRUARY, MARCH]],
    ['overage of two months', overageCard(2), ['2030-02: 2030-01-15 to 2030-03-01', MARCH]],
    ['overage from the second cycle', overageCard(2, 1), ['2030-03: 2030-02-01 to 2030-03-20']],
  ])('%s', (_title, card, expected) => {
    expect(charges(schedule('2030-01-15', '2030-03-20'), card)).toEqual(expected);
  });

  it('of credits belongs to the schedule that has its first day, so that an edit never charges twice', () => {
    const edited = schedule('2030-02-11', '2030-04-01', '2030-01-01');
    const MARCH_ONLY = ['2030-03: 2030-03-01 to 2030-04-01'];
    expect(charges(edited, entitlementCard('IN_ADVANCE'))).toEqual(MARCH_ONLY);
    expect(charges(edited, entitlementCard('IN_ARREARS'))).toEqual(MARCH_ONLY);
  });

  it('of overage is shared: each schedule has its own days', () => {
    const before = schedule('2030-01-01', '2030-02-11');
    const after = schedule('2030-02-11', '2030-04-01', '2030-01-01');
    expect(charges(before, overageCard(3))).toEqual(['2030-02: 2030-01-01 to 2030-02-11']);
    expect(charges(after, overageCard(3))).toEqual(['2030-03: 2030-02-11 to 2030-04-01']);
  });

  it('of what is left of a cycle has no credits, and the overage of those days', () => {
    const sold = schedule('2030-01-01', '2030-02-01');
    expect(charges(sold, entitlementCard('IN_ARREARS'), date('2030-01-11'))).toEqual([]);
    expect(charges(sold, overageCard(), date('2030-01-11'))).toEqual(['2030-01: 2030-01-11 to 2030-02-01']);
  });
});

it('overage is summed between local midnights', () => {
  const sold = schedule('2030-01-15', null);
  const ranges = (card: RateCardRow) => overageRanges(factsOf(sold, date('2030-03-01'), card));
  // Clocks in New York go forward on 10 March.
  const [from, until] = ['2030-03-01T05:00:00Z', '2030-04-01T04:00:00Z'].map(Temporal.Instant.from);
  expect(ranges(overageCard())).toEqual([{ featureId: 'feature.1', from, until }]);
  expect(ranges(overageCard(2))).toEqual([]);
  expect(ranges(entitlementCard('IN_ARREARS'))).toEqual([]);
});

it('the inputs say what the cards say', () => {
  const sold = schedule('2030-01-15', null);
  const shared = {
    ...{ billableId: 'feature.1', displayName: 'Talk', pricingModel: 'TIERED' },
    slabs: [{ order: 1, startAfter: '0', priceType: 'PER_UNIT', rate: '1' }],
    period: { start: '2030-01-15', end: '2030-02-01' },
    recurrence: { interval: 1, offset: 0 },
  };
  const credits = entitlementCard('IN_ARREARS');
  expect(buildEntitlementCard(credits, factsOf(sold, sold.startDate, credits))).toEqual({
    ...{ ...shared, type: 'BILLING_ENTITLEMENT', name: 'talk', quantity: '1' },
    featureConfigs: [{ effectiveFrom: 'PT0S', effectiveUntil: 'P1M', featureCreditLimit: '100' }],
  });
  const overage = overageCard();
  expect(buildOverageCard(overage, factsOf(sold, sold.startDate, overage))).toEqual({
    ...{ ...shared, type: 'ENTITLEMENT_OVERAGE', name: 'over', quantity: '7.5', maxQuantity: '500' },
  });
});
