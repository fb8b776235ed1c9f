import { describe, expect, it, test } from 'vitest';
import {
  type CycleInterval,
  checkCycleConfig,
  type PricingCycleConfig,
  resolveOffsets,
} from './period-config.ts';

const ANY_DATE = Temporal.PlainDate.from('2023-05-17'); // a Wednesday
const GRACE_SENTENCE = /^gracePeriod must be a whole number of days from 0 to/;
const DAY_SENTENCE = /^dayOffset must be 1 to/;
const DAYS_SENTENCE = /^intervalDays must be a whole number from 1 to 366/;
const MONTH_SENTENCE = /^monthOffset must be/;

function config(interval: string, dayOffset: string, monthOffset?: string | null): PricingCycleConfig {
  const startOffset = monthOffset === undefined ? { dayOffset } : { dayOffset, monthOffset };
  return { interval: interval as CycleInterval, startOffset, gracePeriod: 0 };
}

describe('offsets that are accepted and rejected', () => {
  test.each<[interval: string, day: string, month: string | null | undefined, problems: RegExp[]]>([
    ['WEEKLY', '1', undefined, []],
    ['WEEKLY', '7', 'NIL', []],
    ['WEEKLY', 'LAST', null, []],
    ['WEEKLY', '8', undefined, [DAY_SENTENCE]],
    ['WEEKLY', '1', '1', [MONTH_SENTENCE]],
    ['MONTHLY', '31', 'NIL', []],
    ['MONTHLY', 'LAST', undefined, []],
    ['MONTHLY', '32', undefined, [DAY_SENTENCE]],
    ['MONTHLY', '0', undefined, [DAY_SENTENCE]],
    ['MONTHLY', '01', undefined, [DAY_SENTENCE]],
    ['MONTHLY', '1.5', undefined, [DAY_SENTENCE]],
    ['MONTHLY', 'FIRST', undefined, [DAY_SENTENCE]],
    ['MONTHLY', 'NIL', undefined, [DAY_SENTENCE]],
    ['MONTHLY', '1', 'FIRST', [MONTH_SENTENCE]],
    ['QUARTERLY', '1', '3', []],
    ['QUARTERLY', '1', 'FIRST', []],
    ['QUARTERLY', '1', 'LAST', []],
    ['QUARTERLY', '1', 'NIL', []],
    ['QUARTERLY', '1', undefined, []],
    ['QUARTERLY', '1', '4', [MONTH_SENTENCE]],
    ['HALF_YEARLY', '1', '6', []],
    ['HALF_YEARLY', '1', '7', [MONTH_SENTENCE]],
    ['ANNUALLY', 'LAST', '12', []],
    ['ANNUALLY', '1', '13', [MONTH_SENTENCE]],
    ['ANNUALLY', '99', '0', [DAY_SENTENCE, MONTH_SENTENCE]],
    ['DAILY', '1', undefined, [/^interval must be one of WEEKLY, MONTHLY,/]],
    ['toString', '1', undefined, [/^interval must be one of/]],
  ])('%s %s/%s', (interval, day, month, problems) => {
    const found = checkCycleConfig(config(interval, day, month));
    expect(found).toHaveLength(problems.length);
    for (const [index, problem] of problems.entries()) expect(found[index]).toMatch(problem);
  });

  it.each([
    //  of CUSTOM_DAYS                                               problems
    [{ intervalDays: 1 }, []],
    [{ intervalDays: 366, anchorDate: '2030-02-28' }, []],
    [{ intervalDays: 30, startOffset: null }, []],
    [{}, [DAYS_SENTENCE]],
    [{ intervalDays: 0 }, [DAYS_SENTENCE]],
    [{ intervalDays: 367 }, [DAYS_SENTENCE]],
    [{ intervalDays: 1.5 }, [DAYS_SENTENCE]],
    [{ intervalDays: 10, anchorDate: '2030-02-30' }, [/^anchorDate must be a calendar date/]],
    [{ intervalDays: 10, anchorDate: '2030-02-01T00:00' }, [/^anchorDate must be a calendar date/]],
    [{ intervalDays: 10, startOffset: { dayOffset: '1' } }, [/^startOffset must be absent for CUSTOM_DAYS/]],
    [{ intervalDays: 10, gracePeriod: 9 }, []],
    [{ intervalDays: 10, gracePeriod: 10 }, [/^gracePeriod .+ from 0 to 9 for CUSTOM_DAYS of 10 days/]],
    [{ intervalDays: 1, gracePeriod: 1 }, [/^gracePeriod .+ from 0 to 0 for/]],
    [{ intervalDays: 366, gracePeriod: 91 }, [/^gracePeriod .+ from 0 to 90 for/]],
  ])('CUSTOM_DAYS %o', (members, problems) => {
    const found = checkCycleConfig({ interval: 'CUSTOM_DAYS', gracePeriod: 0, ...members });
    expect(found).toHaveLength(problems.length);
    for (const [index, problem] of problems.entries()) expect(found[index]).toMatch(problem);
  });

  it('has days and an anchor for CUSTOM_DAYS only', () =>
    expect(
      checkCycleConfig({ interval: 'WEEKLY', gracePeriod: 0, intervalDays: 7, anchorDate: '2030-01-01' }),
    ).toEqual(['intervalDays must be absent for WEEKLY.', 'anchorDate must be absent for WEEKLY.']));

  it('reads no offsets at all when the cycle is an anniversary', () =>
    expect(checkCycleConfig({ ...config('MONTHLY', 'NIL', 'NIL'), anniversaryCycle: true })).toEqual([]));

  it('accepts no offset', () =>
    expect(checkCycleConfig({ interval: 'ANNUALLY', gracePeriod: 3 })).toEqual([]));
});

describe('grace is shorter than the shortest cycle and 90 days at most', () => {
  test.each<[interval: CycleInterval, longest: number]>([
    ['WEEKLY', 6],
    ['MONTHLY', 27], // 1 to 28 February
    ['QUARTERLY', 88], // 1 February to 30 April: 28 + 31 + 30 = 89
    ['HALF_YEARLY', 90],
    ['ANNUALLY', 90],
  ])('%s up to %i', (interval, longest) => {
    expect(checkCycleConfig({ interval, gracePeriod: longest })).toEqual([]);
    expect(checkCycleConfig({ interval, gracePeriod: longest + 1 })[0]).toMatch(GRACE_SENTENCE);
  });

  test.each([-1, 0.5, Number.NaN])('%d is rejected', (gracePeriod) =>
    expect(checkCycleConfig({ interval: 'MONTHLY', gracePeriod })[0]).toMatch(GRACE_SENTENCE),
  );
});

describe('resolved offsets', () => {
  test.each<[interval: string, day: string, month: string | undefined, resolved: object]>([
    ['WEEKLY', '3', 'NIL', { interval: 'WEEKLY', day: 3 }],
    ['WEEKLY', 'LAST', undefined, { interval: 'WEEKLY', day: 7 }],
    ['MONTHLY', '30', 'NIL', { interval: 'MONTHLY', day: 30 }],
    ['MONTHLY', 'LAST', undefined, { interval: 'MONTHLY', day: 'LAST' }],
    ['QUARTERLY', '3', '2', { interval: 'QUARTERLY', day: 3, month: 2 }],
    ['QUARTERLY', 'LAST', 'FIRST', { interval: 'QUARTERLY', day: 'LAST', month: 1 }],
    ['QUARTERLY', '1', 'LAST', { interval: 'QUARTERLY', day: 1, month: 3 }],
    ['HALF_YEARLY', '1', 'LAST', { interval: 'HALF_YEARLY', day: 1, month: 6 }],
    ['ANNUALLY', '1', 'LAST', { interval: 'ANNUALLY', day: 1, month: 12 }],
    ['ANNUALLY', '5', 'NIL', { interval: 'ANNUALLY', day: 5, month: 1 }],
  ])('%s %s/%s', (interval, day, month, resolved) =>
    expect(resolveOffsets(config(interval, day, month), ANY_DATE)).toEqual(resolved),
  );

  test.each<[interval: CycleInterval, resolved: object]>([
    ['WEEKLY', { interval: 'WEEKLY', day: 1 }],
    ['MONTHLY', { interval: 'MONTHLY', day: 1 }],
    ['QUARTERLY', { interval: 'QUARTERLY', day: 1, month: 1 }],
    ['ANNUALLY', { interval: 'ANNUALLY', day: 1, month: 1 }],
  ])('%s without offsets', (interval, resolved) =>
    expect(resolveOffsets({ interval, gracePeriod: 0 }, ANY_DATE)).toEqual(resolved),
  );
});

describe('anniversary offsets come from the date of association', () => {
  test.each<[interval: CycleInterval, date: string, resolved: object]>([
    ['WEEKLY', '2023-05-17', { interval: 'WEEKLY', day: 3 }],
    ['MONTHLY', '2023-10-31', { interval: 'MONTHLY', day: 'LAST' }],
    ['MONTHLY', '2023-10-30', { interval: 'MONTHLY', day: 30 }],
    ['MONTHLY', '2023-04-30', { interval: 'MONTHLY', day: 30 }], // the last of April is still a 30th
    ['MONTHLY', '2023-02-28', { interval: 'MONTHLY', day: 28 }],
    ['QUARTERLY', '2023-08-15', { interval: 'QUARTERLY', day: 15, month: 2 }], // (8 − 1) mod 3 + 1
    ['QUARTERLY', '2023-12-31', { interval: 'QUARTERLY', day: 'LAST', month: 3 }],
    ['HALF_YEARLY', '2023-08-15', { interval: 'HALF_YEARLY', day: 15, month: 2 }], // (8 − 1) mod 6 + 1
    ['HALF_YEARLY', '2024-02-29', { interval: 'HALF_YEARLY', day: 29, month: 2 }],
    ['ANNUALLY', '2023-08-15', { interval: 'ANNUALLY', day: 15, month: 8 }],
    ['ANNUALLY', '2024-02-29', { interval: 'ANNUALLY', day: 'LAST', month: 2 }],
    ['ANNUALLY', '2023-02-28', { interval: 'ANNUALLY', day: 'LAST', month: 2 }],
    ['ANNUALLY', '2023-02-27', { interval: 'ANNUALLY', day: 27, month: 2 }],
    ['ANNUALLY', '2023-01-31', { interval: 'ANNUALLY', day: 'LAST', month: 1 }],
  ])('%s from %s', (interval, date, resolved) => {
    const configured = { ...config(interval, '5', 'FIRST'), anniversaryCycle: true };
    expect(resolveOffsets(configured, Temporal.PlainDate.from(date))).toEqual(resolved);
  });
});

describe('cycles of days count from the anchor, else from the date of association', () => {
  test.each([
    //  days  anchor        associated    day: days from Monday 1970-01-05, modulo the length, and 1
    [7, undefined, '2023-05-17', 3], //   a Wednesday, as WEEKLY has it
    [7, '2023-05-15', '2023-05-17', 1], // a Monday
    [10, '1970-01-05', '2023-05-17', 1],
    [10, '1970-01-04', '2023-05-17', 10], // the day before is the last of ten
    [10, '1970-01-25', '2023-05-17', 1], // 20 days later: equal borders
    [1, undefined, '2023-05-17', 1],
  ])('%i days from %s or %s', (intervalDays, anchorDate, associated, day) => {
    const anchor = anchorDate === undefined ? {} : { anchorDate };
    const configured = { interval: 'CUSTOM_DAYS' as const, gracePeriod: 0, intervalDays, ...anchor };
    const expected = { interval: 'CUSTOM_DAYS', days: intervalDays, day };
    expect(resolveOffsets(configured, Temporal.PlainDate.from(associated))).toEqual(expected);
  });

  it('ignores the anchor when the cycle is an anniversary', () => {
    const configured = { interval: 'CUSTOM_DAYS' as const, gracePeriod: 0, intervalDays: 7 };
    const anniversary = { ...configured, anchorDate: '2023-05-15', anniversaryCycle: true };
    expect(resolveOffsets(anniversary, ANY_DATE).day).toBe(3);
  });
});
