import { describe, expect, it } from 'vitest';
import {
  chainStartOf,
  entryOn,
  firstFreeDay,
  joinNeighbours,
  overlay,
  rechain,
  type TimelineEntry,
} from './timeline.ts';

const day = (text: string) => Temporal.PlainDate.from(`2030-${text}`);
const end = (text: string) => (text === 'forever' ? null : day(text));

/** `A 01-01 to forever`: an id, whose letter is the plan, and its days. */
function entry(text: string): TimelineEntry {
  const [id = '', from = '', , until = ''] = text.split(' ');
  return {
    id,
    planId: `plan ${id.charAt(0)}`,
    planVersion: 1,
    startDate: day(from),
    endDate: end(until),
    timeZone: 'UTC',
    cycleConfig: { interval: 'MONTHLY', gracePeriod: 0 },
    resolvedCycle: { interval: 'MONTHLY', day: 1 },
    chainStartDate: day('01-01'),
    isOverridden: false,
    overrideReferenceId: null,
    createdAt: Temporal.Instant.from('2030-01-01T00:00:00Z'),
  };
}

const read = (text: string) => (text ? text.split(', ').map(entry) : []);
const print = (timeline: readonly TimelineEntry[]) =>
  timeline.map((each) => `${each.id} ${each.startDate.toString().slice(5)} to ${endText(each)}`).join(', ');
const endText = ({ endDate }: TimelineEntry) => endDate?.toString().slice(5) ?? 'forever';

describe('overlay: the edit owns its days', () => {
  it.each([
    //  before                                 edit                       after; + is a new id
    ['A 07-04 to 10-04', '- 08-04 to 09-04', 'A 07-04 to 08-04, + 09-04 to 10-04'], // vector V30
    ['A 01-01 to forever', 'B 03-01 to 05-01', 'A 01-01 to 03-01, B 03-01 to 05-01, + 05-01 to forever'],
    ['A 01-01 to forever', 'B 03-01 to forever', 'A 01-01 to 03-01, B 03-01 to forever'],
    ['A 01-01 to forever', '- 03-01 to forever', 'A 01-01 to 03-01'],
    ['A 03-01 to 05-01', 'B 03-01 to 05-01', 'B 03-01 to 05-01'],
    ['A 03-01 to 05-01', 'B 02-01 to 04-01', 'B 02-01 to 04-01, + 04-01 to 05-01'],
    ['A 03-01 to 05-01', 'B 05-01 to 06-01', 'A 03-01 to 05-01, B 05-01 to 06-01'], // half-open: they touch
    ['A 03-01 to 05-01', 'B 02-01 to 03-01', 'B 02-01 to 03-01, A 03-01 to 05-01'],
    ['A 01-01 to 02-01, C 03-01 to 04-01', '- 01-15 to 03-15', 'A 01-01 to 01-15, + 03-15 to 04-01'],
    [
      'A 01-01 to 02-01, C 03-01 to 04-01',
      'B 02-01 to 03-01',
      'A 01-01 to 02-01, B 02-01 to 03-01, C 03-01 to 04-01',
    ],
    ['', 'B 02-01 to 03-01', 'B 02-01 to 03-01'],
    ['', '- 02-01 to 03-01', ''],
  ])('%s; %s → %s', (before, edit, after) => {
    const range = entry(edit);
    const inserted = edit.startsWith('-') ? null : range;
    expect(print(overlay(read(before), range, { inserted, newId: () => '+' }))).toBe(after);
  });

  it('what continues keeps plan, version, terms and the start of its chain', () => {
    const [before] = read('A 01-01 to forever');
    const [, right] = overlay(read('A 01-01 to forever'), entry('- 03-01 to 04-01'), {
      inserted: null,
      newId: () => 'A2',
    });
    expect(right).toEqual({ ...before, id: 'A2', startDate: day('04-01') });
  });
});

describe('what comes after an edit counts its cycles', () => {
  const today = day('01-10');
  const chains = (before: string, edit: string, newId = '+') => {
    const range = entry(edit);
    const inserted = edit.startsWith('-') ? null : range;
    const timeline = read(before);
    const laid = overlay(timeline, range, { inserted, newId: () => newId });
    const counted = rechain(laid, { from: range.startDate, today, before: timeline });
    return counted.map(({ id, chainStartDate }) => `${id} from ${chainStartDate.toString().slice(5)}`);
  };
  // Of every entry read here the chain began on 1 January.
  it.each([
    ['anew after a gap', 'A1 01-01 to forever', '- 03-01 to 04-01', ['A1 from 01-01', '+ from 04-01']],
    [
      'anew after another plan',
      'A1 01-01 to forever',
      'B1 03-01 to 04-01',
      ['A1 from 01-01', 'B1 from 01-01', '+ from 04-01'],
    ],
    [
      'on behind the same plan',
      'A1 01-01 to forever',
      'A3 03-01 to 04-01',
      ['A1 from 01-01', 'A3 from 01-01', '+ from 01-01'],
    ],
    ['anew when its beginning is gone', 'A1 02-01 to forever', '- 02-01 to 03-10', ['+ from 03-10']],
    [
      'anew when what came before it is gone',
      'A1 01-01 to 03-01, A2 03-01 to forever',
      '- 02-01 to 03-01',
      ['A1 from 01-01', 'A2 from 03-01'],
    ],
    [
      'as it does when it has begun',
      'A1 01-05 to forever',
      'A0 01-01 to 01-05',
      ['A0 from 01-01', 'A1 from 01-01'],
    ],
  ])('%s', (_, before, edit, after) => {
    expect(chains(before, edit)).toEqual(after);
  });
});

describe('joining of equal neighbours', () => {
  it.each([
    //  before                                        after, nothing before 1 February
    ['A1 01-01 to 03-01, A2 03-01 to forever', 'A1 01-01 to forever'],
    ['A1 01-01 to 03-01, A2 03-01 to 04-01, A3 04-01 to 05-01', 'A1 01-01 to 05-01'],
    ['A1 01-01 to 01-31, A2 01-31 to 04-01', 'A1 01-01 to 01-31, A2 01-31 to 04-01'], // has begun
    ['A1 01-01 to 02-01, A2 02-01 to 04-01', 'A1 01-01 to 04-01'],
    ['A1 01-01 to 03-01, A2 03-02 to 04-01', 'A1 01-01 to 03-01, A2 03-02 to 04-01'], // a gap of one day
    ['A1 01-01 to 03-01, B1 03-01 to 04-01', 'A1 01-01 to 03-01, B1 03-01 to 04-01'], // another plan
  ])('%s → %s', (before, after) => {
    expect(print(joinNeighbours(read(before), day('02-01')))).toBe(after);
  });

  it.each([
    ['another version', { planVersion: 2 }],
    ['another chain', { chainStartDate: day('01-02') }],
    ['another grace period', { cycleConfig: { interval: 'MONTHLY', gracePeriod: 1 } }],
    ['another zone', { timeZone: 'Europe/Berlin' }],
  ] as const)('not over %s', (_, change) => {
    const [first, second] = read('A1 01-01 to 03-01, A2 03-01 to 04-01');
    const timeline = [first, { ...second, ...change }] as TimelineEntry[];
    expect(joinNeighbours(timeline, day('02-01'))).toHaveLength(2);
  });
});

describe('ordinals continue', () => {
  const before = read('A1 02-01 to 03-01');
  const resolvedCycle = { interval: 'MONTHLY', day: 1 } as const;
  it.each([
    //  new schedule                                             counts from
    ['a new version of the same plan', { planId: 'plan A', startDate: day('03-01') }, '2030-01-01'],
    ['an edit inside it', { planId: 'plan A', startDate: day('02-15') }, '2030-01-01'],
    ['another plan', { planId: 'plan B', startDate: day('03-01') }, '2030-03-01'],
    ['after a gap', { planId: 'plan A', startDate: day('03-02') }, '2030-03-02'],
    ['in its place', { planId: 'plan A', startDate: day('02-01') }, '2030-02-01'],
  ])('%s', (_, requested, from) => {
    expect(chainStartOf(before, { resolvedCycle, ...requested }).toString()).toBe(from);
  });

  it('not when the cycles change', () => {
    const requested = {
      planId: 'plan A',
      startDate: day('03-01'),
      resolvedCycle: { ...resolvedCycle, day: 2 },
    };
    expect(chainStartOf(before, requested).toString()).toBe('2030-03-01');
  });
});

it.each([
  //  timeline                                 range                 first free day
  ['A 02-01 to 03-01', '- 02-01 to 03-01', null],
  ['A 02-01 to 03-01', '- 02-01 to 03-02', '2030-03-01'],
  ['A 02-01 to 03-01', '- 01-31 to 03-02', '2030-01-31'],
  ['A 02-01 to 03-01, B 03-01 to 04-01', '- 02-15 to 05-01', '2030-04-01'],
  ['A 02-01 to forever', '- 02-15 to forever', null],
  ['A 02-01 to 03-01', '- 03-15 to forever', '2030-03-15'],
  ['', '- 03-15 to forever', '2030-03-15'],
])('days of %s inside %s: first free is %s', (timeline, range, free) => {
  expect(firstFreeDay(read(timeline), entry(range))?.toString() ?? null).toBe(free);
});

it.each([
  ['2030-01-31', null],
  ['2030-02-01', 'A'],
  ['2030-02-28', 'A'],
  ['2030-03-01', null],
])('on %s the plan of %s is in force', (on, id) => {
  expect(entryOn(read('A 02-01 to 03-01'), Temporal.PlainDate.from(on))?.id ?? null).toBe(id);
});
