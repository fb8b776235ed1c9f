import { describe, expect, it, test } from 'vitest';
import { decimal, decimalText } from '../decimal.ts';
import {
  countedQuantities,
  type DayRun,
  frozenFrom,
  type LicenseQuantities,
  namedQuantities,
} from './quantities.ts';

const date = Temporal.PlainDate.from;
const JANUARY = { start: date('2030-01-01'), end: date('2030-02-01') };

/** `10@2030-01-01T00:00Z 15@2030-01-11T08:00Z` in the order of time. */
function counted(levels: string, timeZone = 'UTC'): LicenseQuantities {
  const steps = levels.split(' ').map((text) => {
    const [quantity = '', at = ''] = text.split('@');
    return { at: Temporal.Instant.from(at), quantity: decimal(quantity) };
  });
  return countedQuantities(steps, timeZone);
}

/** `anna 2030-01-05T09:00Z 2030-01-08T00:00Z`; without an end the name stays. */
function named(spans: string[], timeZone = 'UTC'): LicenseQuantities {
  const read = spans.map((text) => {
    const [name = '', from = '', until] = text.split(' ');
    const end = until === undefined ? null : Temporal.Instant.from(until);
    return { name, from: Temporal.Instant.from(from), until: end };
  });
  return namedQuantities(read, timeZone);
}

/** `01-01 10×10, 01-11 21×15`: month and day, days, quantity. */
function show(runs: DayRun[]): string {
  return runs.map(({ start, days, quantity }) => `${String(start).slice(5)} ${days}×${quantity}`).join(', ');
}

describe('counted licences: a day has its maximum', () => {
  test.each<[title: string, levels: string, runs: string, whole: string]>([
    ['one level', '10@2030-01-01T00:00Z', '01-01 31×10', '10'],
    ['added in the morning', '10@2030-01-01T00:00Z 15@2030-01-11T08:00Z', '01-01 10×10, 01-11 21×15', '15'],
    [
      'removed: from the next day',
      '10@2030-01-01T00:00Z 7@2030-01-21T08:00Z',
      '01-01 21×10, 01-22 10×7',
      '10',
    ],
    [
      'removed at midnight: that day',
      '10@2030-01-01T00:00Z 7@2030-01-21T00:00Z',
      '01-01 20×10, 01-21 11×7',
      '10',
    ],
    [
      'on the last instant of a day',
      '10@2030-01-01T00:00Z 15@2030-01-10T23:59:59.999999Z',
      '01-01 9×10, 01-10 22×15',
      '15',
    ],
    [
      'up and down again',
      '10@2030-01-01T00:00Z 15@2030-01-11T08:00Z 10@2030-01-11T09:00Z',
      '01-01 10×10, 01-11 1×15, 01-12 20×10',
      '15',
    ],
    [
      'down and up again',
      '10@2030-01-01T00:00Z 5@2030-01-11T08:00Z 10@2030-01-11T09:00Z',
      '01-01 31×10',
      '10',
    ],
    [
      'down, and up on the next day',
      '10@2030-01-01T00:00Z 5@2030-01-11T08:00Z 10@2030-01-12T09:00Z',
      '01-01 31×10',
      '10',
    ],
    [
      'down, and up two days later',
      '10@2030-01-01T00:00Z 5@2030-01-11T08:00Z 10@2030-01-13T09:00Z',
      '01-01 11×10, 01-12 1×5, 01-13 19×10',
      '10',
    ],
    [
      'two changes at one instant',
      '10@2030-01-01T00:00Z 99@2030-01-11T08:00Z 15@2030-01-11T08:00Z',
      '01-01 10×10, 01-11 21×15',
      '15',
    ],
    ['first on the 31st', '0@2030-01-01T00:00Z 3@2030-01-31T08:00Z', '01-01 30×0, 01-31 1×3', '3'],
    ['changes outside', '1@2029-12-01T00:00Z 10@2029-12-31T08:00Z 12@2030-02-01T00:00Z', '01-01 31×10', '10'],
    ['a fraction', '0.5@2030-01-01T00:00Z 1.25@2030-01-02T08:00Z', '01-01 1×0.5, 01-02 30×1.25', '1.25'],
  ])('%s', (_title, levels, runs, whole) => {
    const quantities = counted(levels);
    expect(show(quantities.runs(JANUARY))).toBe(runs);
    expect(decimalText(quantities.whole(JANUARY))).toBe(whole);
  });

  test.each<[title: string, zone: string, levels: string, runs: string]>([
    // 03:30 UTC on the 11th is still the 10th in New York, 4 or 5 hours behind.
    ['New York', 'America/New_York', '10@2030-01-01T05:00Z 15@2030-01-11T03:30Z', '01-01 9×10, 01-10 22×15'],
    ['Auckland', 'Pacific/Auckland', '10@2029-12-31T11:00Z 15@2030-01-10T12:00Z', '01-01 10×10, 01-11 21×15'],
  ])('days are those of %s', (_title, zone, levels, runs) => {
    expect(show(counted(levels, zone).runs(JANUARY))).toBe(runs);
  });

  it('a month with a clock change has as many days as any other', () => {
    const march = { start: date('2030-03-01'), end: date('2030-04-01') };
    // Clocks go forward on 10 March; 04:30 UTC is 23:30 of the 9th before, 04:30 is 00:30 of the 11th after.
    const levels = '10@2030-03-01T05:00Z 11@2030-03-10T04:30Z 12@2030-03-11T04:30Z';
    expect(show(counted(levels, 'America/New_York').runs(march))).toBe('03-01 8×10, 03-09 2×11, 03-11 21×12');
  });
});

describe('named licences: distinct names', () => {
  test.each<[title: string, spans: string[], runs: string, whole: string]>([
    ['nobody', [], '01-01 31×0', '0'],
    ['one, and no end', ['anna 2029-06-01T00:00Z'], '01-01 31×1', '1'],
    [
      'until an instant of a day',
      ['anna 2030-01-05T09:00Z 2030-01-08T10:00Z'],
      '01-01 4×0, 01-05 4×1, 01-09 23×0',
      '1',
    ],
    ['until midnight', ['anna 2030-01-05T09:00Z 2030-01-08T00:00Z'], '01-01 4×0, 01-05 3×1, 01-08 24×0', '1'],
    ['taken at once', ['anna 2030-01-05T00:00Z 2030-01-05T00:00Z'], '01-01 4×0, 01-05 1×1, 01-06 26×0', '1'],
    [
      'twice on one day',
      ['anna 2030-01-05T09:00Z 2030-01-05T10:00Z', 'anna 2030-01-05T11:00Z'],
      '01-01 4×0, 01-05 27×1',
      '1',
    ],
    [
      'one after the other',
      ['anna 2029-12-01T00:00Z 2030-01-11T00:00Z', 'ben 2030-01-11T00:00Z'],
      '01-01 31×1', // never more than one, but two names in the month
      '2',
    ],
    [
      'both for a while',
      ['anna 2029-12-01T00:00Z 2030-01-20T12:00Z', 'ben 2030-01-11T12:00Z'],
      '01-01 10×1, 01-11 10×2, 01-21 11×1',
      '2',
    ],
    [
      'before and after',
      ['anna 2029-01-01T00:00Z 2030-01-01T00:00Z', 'ben 2030-02-01T00:00Z'],
      '01-01 31×0',
      '0',
    ],
  ])('%s', (_title, spans, runs, whole) => {
    const quantities = named(spans);
    expect(show(quantities.runs(JANUARY))).toBe(runs);
    expect(decimalText(quantities.whole(JANUARY))).toBe(whole);
  });
});

describe('as known on a day', () => {
  const [first, later] = [date('2030-01-11'), { start: date('2030-01-18'), end: date('2030-01-25') }];

  it('nothing changes after it', () => {
    const levels = '10@2030-01-01T00:00Z 15@2030-01-05T08:00Z 8@2030-01-06T08:00Z 30@2030-01-12T08:00Z';
    const frozen = frozenFrom(counted(levels), first);
    expect(show(frozen.runs({ start: first, end: JANUARY.end }))).toBe('01-11 21×8');
    expect(show(frozen.runs(later))).toBe('01-18 7×8');
    expect(decimalText(frozen.whole(later))).toBe('8');
    expect(decimalText(frozen.whole(JANUARY))).toBe('15'); // with the days before
  });

  it('names of the days before count for a whole that holds those days', () => {
    const frozen = frozenFrom(
      named(['anna 2030-01-01T00:00Z 2030-01-05T00:00Z', 'ben 2030-01-10T00:00Z']),
      first,
    );
    expect(decimalText(frozen.whole(JANUARY))).toBe('2');
    expect(decimalText(frozen.whole(later))).toBe('1');
    expect(() => frozen.runs(JANUARY)).toThrow(RangeError);
  });
});
