import { describe, expect, test } from 'vitest';
import { billedCycleAt, nextBilledCycle, type ScheduleDates } from '../period.ts';
import type { ResolvedCycle } from '../period-config.ts';
import {
  billsAt,
  blockAt,
  type ChainSale,
  type CyclePosition,
  checkRecurrence,
  coveredBlock,
  type FeeCharge,
  type FeeTerms,
  feeCharge,
  type Recurrence,
} from './recurrence.ts';

const date = Temporal.PlainDate.from;
const MONTHLY: ResolvedCycle = { interval: 'MONTHLY', day: 1 };

function every(interval: number, offset = 0): Recurrence {
  return { interval, offset };
}

function terms(text: string, recurrence: Recurrence): FeeTerms {
  const [feeType = '', timing = '', proration] = text.split(' ');
  return {
    feeType: feeType === 'once' ? 'ONE_TIME' : 'RECURRING',
    timing: timing === 'advance' ? 'IN_ADVANCE' : 'IN_ARREARS',
    recurrence,
    isProrated: proration === 'prorated',
  };
}

test.each<[recurrence: Recurrence, ordinal: number, first: number | null, last: number | null]>([
  [every(1), 0, 0, 0],
  [every(1), 7, 7, 7],
  [every(3, 1), 0, null, null], // a free trial cycle
  [every(3, 1), 1, 1, 3],
  [every(3, 1), 3, 1, 3],
  [every(3, 1), 4, 4, 6],
  [every(12), 25, 24, 35],
])('%o: cycle %i lies in %s–%s', (recurrence, ordinal, first, last) =>
  expect(blockAt(recurrence, ordinal)).toEqual(first === null ? null : { first, last }),
);

test.each<[terms: string, recurrence: Recurrence, billsAt: number[]]>([
  ['recurring advance', every(3, 1), [1, 4, 7]],
  ['recurring arrears', every(3, 1), [3, 6, 9]],
  ['recurring advance', every(1), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ['recurring arrears', every(1, 7), [7, 8, 9]],
  ['recurring arrears', every(12), []],
  ['once advance', every(1), [0]],
  ['once arrears', every(1), [0]],
  ['once arrears', every(3, 2), [2]], // the interval means nothing to a fee that comes once
])('%s %o bills at %j of cycles 0 to 9', (text, recurrence, expected) => {
  const ordinals = Array.from({ length: 10 }, (_, ordinal) => ordinal);
  expect(ordinals.filter((ordinal) => billsAt(terms(text, recurrence), ordinal))).toEqual(expected);
});

test.each<[recurrence: Recurrence, problems: number]>([
  [every(1, 0), 0],
  [every(0), 1],
  [every(1.5, -1), 2],
])('%o has %i problems', (recurrence, problems) =>
  expect(checkRecurrence(recurrence)).toHaveLength(problems),
);

test.each<[recurrence: Recurrence, day: string, block: string]>([
  // A chain from 15 January 2023, cut on 11 February; the second schedule ends on 20 April.
  [every(1), '2023-02-11', '2023-02-11 to 2023-03-01'],
  [every(1), '2023-03-01', '2023-03-01 to 2023-04-01'],
  [every(3), '2023-03-01', '2023-02-11 to 2023-04-01'], // January to March, from the cut on
  [every(2, 1), '2023-03-01', '2023-02-11 to 2023-04-01'],
  [every(2, 1), '2023-04-01', '2023-04-01 to 2023-04-20'], // April and May, to the end
  [every(1, 3), '2023-03-01', 'none'], // free before the offset
])('%o: of the block around %s the schedule covers %s', (recurrence, day, expected) => {
  const schedule = { start: date('2023-02-11'), end: date('2023-04-20') };
  const cycle = billedCycleAt(MONTHLY, schedule, date(day));
  const chainStart = date('2023-01-15');
  const block = cycle && coveredBlock(recurrence, { resolved: MONTHLY, chainStart, schedule, cycle });
  expect(block ? `${block.start} to ${block.end}` : 'none').toBe(expected);
});

/** `2023-03-01: 59/90` for each cycle of the schedule in which the fee is charged. */
function charges(
  fee: FeeTerms,
  chainStart: string,
  { soldBefore, ...schedule }: ScheduleDates & Pick<CyclePosition, 'soldBefore'>,
): string[] {
  const found: string[] = [];
  let cycle = billedCycleAt(MONTHLY, schedule, schedule.start);
  for (let n = 0; cycle && n < 8; n++) {
    const charge: FeeCharge | null = feeCharge(fee, {
      resolved: MONTHLY,
      chainStart: date(chainStart),
      schedule,
      cycle,
      soldBefore,
    });
    if (charge) found.push(`${cycle.start}: ${charge.billedDays}/${charge.nominalDays}`);
    cycle = nextBilledCycle(MONTHLY, schedule, cycle);
  }
  return found;
}

describe('charges of one schedule, monthly cycles', () => {
  test.each<[title: string, fee: FeeTerms, from: string, until: string | null, charges: string[]]>([
    [
      'a stub is the first block',
      terms('recurring arrears prorated', every(1)),
      '2024-01-15',
      '2024-03-01',
      ['2024-01-15: 17/31', '2024-02-01: 29/29'],
    ],
    // 1 January to 31 March: 31 + 28 + 31 = 90 days, detached on 1 March after 59.
    [
      'arrears, detached inside the block',
      terms('recurring arrears prorated', every(3)),
      '2023-01-01',
      '2023-03-01',
      ['2023-02-01: 59/90'],
    ],
    [
      'arrears, detached inside the block, in full',
      terms('recurring arrears', every(3)),
      '2023-01-01',
      '2023-03-01',
      ['2023-02-01: 59/90'],
    ],
    [
      'advance, two blocks of three',
      terms('recurring advance', every(3, 1)),
      '2023-01-01',
      '2023-08-01',
      ['2023-02-01: 89/89', '2023-05-01: 92/92'],
    ],
    // Known to end inside the second block: 1 May to 14 June is 31 + 14 of 92 days.
    [
      'advance, an end that is known',
      terms('recurring advance prorated', every(3, 1)),
      '2023-01-01',
      '2023-06-15',
      ['2023-02-01: 89/89', '2023-05-01: 45/92'],
    ],
    [
      'once, after two free cycles',
      terms('once advance', every(1, 2)),
      '2023-01-20',
      null,
      ['2023-03-01: 31/31'],
    ],
  ])('%s', (_title, fee, from, until, expected) => {
    const schedule = { start: date(from), end: until === null ? null : date(until) };
    expect(charges(fee, from, schedule)).toEqual(expected);
  });
});

describe('charges of two schedules of one chain, cut on 11 February 2023', () => {
  test.each<[title: string, fee: FeeTerms, left: string[], right: string[]]>([
    // Each pays its own days of the 28 of February: 10 and 18.
    [
      'prorated arrears',
      terms('recurring arrears prorated', every(1)),
      ['2023-01-01: 31/31', '2023-02-01: 10/28'],
      ['2023-02-11: 18/28', '2023-03-01: 31/31'],
    ],
    [
      'prorated advance',
      terms('recurring advance prorated', every(1)),
      ['2023-01-01: 31/31', '2023-02-01: 10/28'],
      ['2023-02-11: 18/28', '2023-03-01: 31/31'],
    ],
    // The block of 90 days is cut into 41 (31 + 10) and 49.
    [
      'prorated arrears, block of three',
      terms('recurring arrears prorated', every(3)),
      ['2023-02-01: 41/90'],
      ['2023-03-01: 49/90'],
    ],
    [
      'prorated advance, block of three',
      terms('recurring advance prorated', every(3)),
      ['2023-01-01: 41/90'],
      ['2023-02-11: 49/90'],
    ],
    // Unprorated, February belongs to the schedule that had its first day.
    [
      'arrears in full',
      terms('recurring arrears', every(1)),
      ['2023-01-01: 31/31', '2023-02-01: 10/28'],
      ['2023-03-01: 31/31'],
    ],
    ['advance in full, block of three', terms('recurring advance', every(3)), ['2023-01-01: 41/90'], []],
    ['once, in the cut cycle', terms('once arrears prorated', every(1, 1)), ['2023-02-01: 10/28'], []],
    ['once, in the first cycle', terms('once advance', every(1)), ['2023-01-01: 31/31'], []],
  ])('%s', (_title, fee, left, right) => {
    const cut = date('2023-02-11');
    expect(charges(fee, '2023-01-01', { start: date('2023-01-01'), end: cut })).toEqual(left);
    expect(charges(fee, '2023-01-01', { start: cut, end: date('2023-04-01') })).toEqual(right);
  });
});

/** Of the days of a schedule before 11 February 2023, or of some of them. */
function sale(terms: string, recurrence: Recurrence, days = '2023-01-01 2023-02-11'): ChainSale {
  const [start = '', end = ''] = days.split(' ');
  const feeType = terms === 'once' ? 'ONE_TIME' : 'RECURRING';
  return { feeType, recurrence, days: { start: date(start), end: date(end) } };
}

describe('charges from 11 February to 1 June of a chain from 1 January 2023, by what was sold before', () => {
  const [FEBRUARY, MARCH] = ['2023-02-11: 18/28', '2023-03-01: 31/31'];
  const [APRIL, MAY] = ['2023-04-01: 30/30', '2023-05-01: 31/31'];
  test.each<[title: string, fee: FeeTerms, sold: ChainSale[], charges: string[]]>([
    ['nothing', terms('recurring advance', every(1)), [], [FEBRUARY, MARCH, APRIL, MAY]],
    ['nothing, arrears', terms('recurring arrears', every(1)), [], [FEBRUARY, MARCH, APRIL, MAY]],
    ['the same', terms('recurring advance', every(1)), [sale('recurring', every(1))], [MARCH, APRIL, MAY]],
    // January to March has 90 days, of which 18 + 31 are left; April to June 91, of which 30 + 31.
    [
      'nothing of a block of three',
      terms('recurring advance', every(3)),
      [],
      ['2023-02-11: 49/90', '2023-04-01: 61/91'],
    ],
    [
      'nothing of a block of three, arrears',
      terms('recurring arrears', every(3)),
      [],
      ['2023-03-01: 49/90', '2023-05-01: 61/91'],
    ],
    [
      'the same block of three',
      terms('recurring advance', every(3)),
      [sale('recurring', every(3))],
      ['2023-04-01: 61/91'],
    ],
    // By a schedule that ended in January, with a hole until 11 February.
    [
      'the same block of three, earlier',
      terms('recurring advance', every(3)),
      [sale('recurring', every(3), '2023-01-01 2023-01-20')],
      ['2023-04-01: 61/91'],
    ],
    [
      'January, but not February',
      terms('recurring advance', every(1)),
      [sale('recurring', every(1), '2023-01-01 2023-02-01')],
      [FEBRUARY, MARCH, APRIL, MAY],
    ],
    // Months sold of a block of three: February was, so its block is not sold again.
    [
      'February of the block',
      terms('recurring advance', every(3)),
      [sale('recurring', every(1))],
      ['2023-04-01: 61/91'],
    ],
    [
      'January of the block',
      terms('recurring advance', every(3)),
      [sale('recurring', every(1), '2023-01-01 2023-02-01')],
      ['2023-02-11: 49/90', '2023-04-01: 61/91'],
    ],
    // Its first block begins in April: of February nothing was sold.
    [
      'free cycles',
      terms('recurring advance', every(1)),
      [sale('recurring', every(1, 3))],
      [FEBRUARY, MARCH, APRIL, MAY],
    ],
    ['nothing once', terms('once advance', every(1)), [], [FEBRUARY]],
    ['nothing once, arrears', terms('once arrears', every(1)), [], [FEBRUARY]],
    ['nothing once, in its cycle', terms('once advance', every(1, 3)), [], [APRIL]],
    ['once', terms('once advance', every(1)), [sale('once', every(1))], []],
    ['once, in the cut cycle', terms('once advance', every(1)), [sale('once', every(1, 1))], []],
    // It was to come in April, and the schedule ended before.
    ['once, not yet', terms('once advance', every(1)), [sale('once', every(1, 3))], [FEBRUARY]],
    ['once, as the fee of a cycle', terms('once advance', every(1, 1)), [sale('recurring', every(1))], []],
    // Prorated fees are paid by everybody for his days.
    [
      'prorated',
      terms('recurring advance prorated', every(1)),
      [sale('recurring', every(1))],
      [FEBRUARY, MARCH, APRIL, MAY],
    ],
  ])('%s', (_title, fee, sold, expected) => {
    const schedule = { start: date('2023-02-11'), end: date('2023-06-01') };
    expect(charges(fee, '2023-01-01', { ...schedule, soldBefore: sold })).toEqual(expected);
  });
});
