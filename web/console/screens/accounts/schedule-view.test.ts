import { describe, expect, test } from 'vitest';
import type { AccountSchedule } from '../../../api/generated/types.ts';
import { changesOf, lastDay, stretchesOf } from './schedule-view.ts';
import { axisOf, placeOf, positionOf, ticksOf } from './timeline-view.ts';

const zone = 'Europe/Berlin';
const today = '2030-02-03';

/** A plan from a first day until a day in Berlin; the id is that of the schedule. */
function schedule(id: string, days: [string, string | null], more: Partial<AccountSchedule> = {}) {
  const instant = (day: string) => `${new Date(Date.parse(day) - 3_600_000).toISOString()}`;
  return {
    ...{ id, accountId: 'a', pricePlanId: 'p', version: 1, isOverridden: false },
    accountScheduleInfo: { supportedCurrencies: ['USD'], pricingCycleConfig: {}, pricingRules: [] },
    ...{ startDate: instant(days[0]), endDate: days[1] ? instant(days[1]) : '9999-01-01T00:00:00.000Z' },
    ...more,
  } as unknown as AccountSchedule;
}
const stretches = (...schedules: AccountSchedule[]) => stretchesOf(schedules, { zone, today });

test('days are those of the zone, and the last one is inclusive', () => {
  const found = stretches(
    schedule('s1', ['2029-12-01', '2030-02-03']),
    schedule('s2', ['2030-02-03', '2030-03-01']),
    schedule('s3', ['2030-03-01', null]),
  );
  expect(found.map(({ first, phase, ...rest }) => [first, lastDay(rest), phase])).toEqual([
    ['2029-12-01', '2030-02-02', 'past'],
    ['2030-02-03', '2030-02-28', 'current'],
    ['2030-03-01', null, 'future'],
  ]);
});

describe('what a draft changes', () => {
  const live = stretches(schedule('s1', ['2030-01-01', null]));
  const told = (...draft: AccountSchedule[]) =>
    changesOf(live, stretches(...draft)).map(
      ({ first, until, before, after }) => `${first} ${until} ${before?.id} ${after?.id}`,
    );

  test.each<[string, AccountSchedule[], string[]]>([
    // draft                  schedules                                                       changes
    ['the same', [schedule('s1', ['2030-01-01', null])], []],
    ['an end', [schedule('s1', ['2030-01-01', '2030-03-01'])], ['2030-03-01 null s1 undefined']],
    [
      'another plan from March on',
      [
        schedule('s1', ['2030-01-01', '2030-03-01']),
        schedule('s2', ['2030-03-01', null], { pricePlanId: 'q' }),
      ],
      ['2030-03-01 null s1 s2'],
    ],
    [
      'another plan in March: what follows has the same terms under another id',
      [
        schedule('s1', ['2030-01-01', '2030-03-01']),
        schedule('s2', ['2030-03-01', '2030-04-01'], { pricePlanId: 'q' }),
        schedule('s3', ['2030-04-01', null]),
      ],
      ['2030-03-01 2030-04-01 s1 s2'],
    ],
    [
      'prices of its own',
      [schedule('s1', ['2030-01-01', null], { isOverridden: true })],
      ['2030-01-01 null s1 s1'],
    ],
  ])('%s', (_, draft, changes) => expect(told(...draft)).toEqual(changes));

  test('other prices of its own have another id', () => {
    const own = (id: string) => stretches(schedule(id, ['2030-01-01', null], { isOverridden: true }));
    expect(changesOf(own('s1'), own('s1'))).toEqual([]);
    expect(changesOf(own('s1'), own('s2'))).toHaveLength(1);
  });
});

describe('the axis', () => {
  test('reaches from the first start to a year after the last, and has today', () => {
    const axis = axisOf(stretches(schedule('s1', ['2029-02-03', null])), today);
    expect(axis).toEqual({ from: '2029-02-03', to: '2031-02-03' });
    expect(positionOf(today, axis)).toBe(50);
    expect(placeOf({ first: '2029-02-03', until: null }, axis)).toEqual({ start: 0, width: 100 });
    expect(ticksOf(axis, 1)).toEqual(['2029-07-01', '2030-01-01', '2030-07-01', '2031-01-01']);
    expect(ticksOf(axis, 4)).toHaveLength(8);
  });

  test('of nothing is around today', () =>
    expect(axisOf([], today)).toEqual({ from: '2030-01-03', to: '2030-03-06' }));
});
