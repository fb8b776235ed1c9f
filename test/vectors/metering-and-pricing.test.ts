import { expect, test } from 'vitest';
import { decimal, decimalText } from '#core/decimal.ts';
import { borders, drawCredits, measured, quarters, received, takenOff } from './calendar-words.ts';
import {
  charged,
  costs,
  earned,
  entitlement,
  overage,
  prorated,
  seatsInAdvance,
  seatsInArrears,
  shown,
  trueUp,
  unused,
  withAllowance,
} from './pricing-words.ts';

/*
 * The vectors of metering-pricing.md 23.1 in their order: what is given, what is to come of it, and how the
 * program is asked. The arithmetic stands above each.
 */
type Vector = [vector: string, given: string, expected: string, actual: () => string];

const V1 = 'TIERED: 0 PER_UNIT 2 | 100 PER_UNIT 1';
const V2 = 'VOLUME: 0 PER_UNIT 2 | 100 PER_UNIT 1';
const V3 = 'TIERED: 0 PER_UNIT 10 | 2 PACKAGE/10 20';
const V5 = 'TIERED: 0 FLAT 0 | 10 PER_UNIT 100';

const VECTORS: Vector[] = [
  // 100 × 2; 200 + 0.5 × 1; 200 + 1 × 1; 200 + 50 × 1
  [
    'V1',
    '2 each up to 100, then 1, tiered: 0 / 100 / 100.5 / 101 / 150',
    '0 / 200 / 200.5 / 201 / 250',
    () => costs(V1, '0 / 100 / 100.5 / 101 / 150'),
  ],
  // 100 × 2; 100.5 × 1; 101 × 1; 150 × 1
  ['V2', 'the same by volume', '0 / 200 / 100.5 / 101 / 150', () => costs(V2, '0 / 100 / 100.5 / 101 / 150')],
  // 2 × 10 + 1 package of 8 × 20; 2 × 10 + 2 packages of 11 × 20
  ['V3', '10 each up to 2, then packages of 10 at 20: 10 / 13', '40 / 60', () => costs(V3, '10 / 13')],
  // 20, at most 10, + 20
  [
    'V4',
    'the same, the first slab at most 10: 10',
    '30',
    () => costs('TIERED: 0 PER_UNIT 10 max 10 | 2 PACKAGE/10 20', '10'),
  ],
  // 3 × 100
  ['V5', 'nothing up to 10, then 100 each: 10 / 13', '0 / 300', () => costs(V5, '10 / 13')],
  // 358.02443; 63
  [
    'V6',
    '0.029 × 12345.67 USD; 0.30 × 210',
    '358.02; 63.00',
    () => `${charged('TIERED: 0 PER_UNIT 0.029', '12345.67')}; ${charged('TIERED: 0 PER_UNIT 0.30', '210')}`,
  ],
  // 4.9995 with 2, 0 and 3 digits; 0.001 is less than half a cent
  [
    'V7',
    '0.0015 × 3333 in USD / JPY / BHD; 0.001 USD',
    '5.00 / 5 / 5.000; 0.00',
    () =>
      [
        ['USD', 'JPY', 'BHD'].map((each) => charged('TIERED: 0 PER_UNIT 0.0015', '3333', each)).join(' / '),
        charged('TIERED: 0 PER_UNIT 0.001', '1'),
      ].join('; '),
  ],
  // 2.010 → 2.01; 1.005 → 1.01; 2.01 − 1.01
  [
    'V8',
    'slabs of 1.005 and 1.005 USD',
    'card 2.01, shown 1.01 + 1.00',
    () => shown('TIERED: 0 PER_UNIT 1.005 | 1 PER_UNIT 1.005', '2'),
  ],
  // 50 × 17 / 31 = 27.419…
  [
    'V9',
    'a fee of 50.00 a month, prorated, from 15 January',
    '27.42',
    () => prorated({ rate: '50.00', days: ['2023-01-15', '2023-02-01'] }),
  ],
  // January to March have 31 + 28 + 31 = 90 days; 300 × 59 / 90 = 196.666…
  [
    'V10',
    'a fee of 300 for 3 months, prorated, from 1 January to 1 March',
    '196.67',
    () => prorated({ rate: '300', everyMonths: 3, days: ['2023-01-01', '2023-03-01'] }),
  ],
  // 31 × 10 / 31 + 62 × 21 / 31
  [
    'V11',
    '31.00 a month, prorated, edited on day 11 of 31 to 62.00',
    '10.00 + 42.00',
    () =>
      [
        prorated({ rate: '31.00', days: ['2023-01-01', '2023-01-11'] }),
        prorated({ rate: '62.00', days: ['2023-01-11', '2023-02-01'], chainStart: '2023-01-01' }),
      ].join(' + '),
  ],
  // (0 × 10 + 500 × 20) / 30 = 333.333…
  [
    'V12',
    'licences in arrears, prorated, prices of V5: 10 for 10 days, 15 for 20',
    '333.33',
    () => seatsInArrears({ prices: V5, month: '04', levels: '10@04-01 15@04-11' }),
  ],
  // 10 × 30; 5 × 30 × 20 / 30; 3 × 30 × 9 / 30, from day 22 on
  [
    'V13',
    'licences in advance, prorated, 30.00 each: 10, + 5 on day 11, − 3 on day 21',
    '300.00 + 100.00 − 27.00',
    () =>
      seatsInAdvance({
        prices: 'TIERED: 0 PER_UNIT 30',
        month: '04',
        levels: '10@04-01 15@04-11 12@04-21',
      }),
  ],
  // 4 weeks; 4 weeks and 2 days, which are a window too; 4 + 2 / 7 = 4.285…
  [
    'V14',
    'one name at 1 USD a week: 28 days / 30 days; 30 days prorated',
    '4.00 / 5.00; 4.29',
    () => {
      const week = { prices: 'TIERED: 0 PER_UNIT 1', isWeekly: true };
      const february = seatsInArrears({ ...week, month: '02', names: 'anna@02-01', isProrated: false });
      const april = { ...week, month: '04', names: 'anna@04-01' };
      return `${february} / ${seatsInArrears({ ...april, isProrated: false })}; ${seatsInArrears(april)}`;
    },
  ],
  // 1000 − 640.25; 1000 × 17 / 31 = 548.39 is less than 640.25
  [
    'V15',
    'commitment 1000, subtotal 640.25; the same for 17 days of 31',
    '359.75; 0',
    () => [31, 17].map((days) => trueUp('1000', days, '640.25')).join('; '),
  ],
  // 5000 × 0.05 + 1200 × 0.03
  [
    'V16',
    'overage of 6200 at 0.05 up to 5000, then 0.03',
    '286.00',
    () => overage('TIERED: 0 PER_UNIT 0.05 | 5000 PER_UNIT 0.03', '6200'),
  ],
  // 100 × 1.2 × 1
  [
    'V17',
    'an entitlement of 100, bought 1.2 times, 1 each',
    'granted 120, price 120.00',
    () => entitlement('TIERED: 0 PER_UNIT 1', '100', '1.2'),
  ],
  // 18 = 5 + 10 + 3; then 3 + 18 = 21 > 20; then 3 + 17 = 20
  [
    'V18',
    'credits 5, which end first, and 10, overage at most 20: 18, then 18, then 17',
    '5 + 10 + 3, overage 3; refused; 17, overage 20',
    () => drawCredits(['5', '10'], '20', ['18', '18', '17']),
  ],
  // 120 + 180; 200 + 50
  [
    'V19',
    'a cycle split into 60 and 90, prices of V1 / unsplit',
    '300 / 250',
    () => {
      const [first = '', second = '', whole = ''] = costs(V1, '60 / 90 / 150').split(' / ');
      return `${decimalText(decimal(first).plus(decimal(second)))} / ${whole}`;
    },
  ],
  // 3000 − 31 × 75 = 675; 675 × 0.1
  [
    'V20',
    '75 a day are free in May, usage 3000 at 0.10',
    '675 units, 67.50',
    () => withAllowance('TIERED: 0 PER_UNIT 0.10', '3000', 75),
  ],
  ['V21', 'monthly on day 30, 2023', '30 Jan, 28 Feb, 30 Mar, 30 Apr', () => borders('30')],
  ['V22', 'monthly on the last day, 2023', '31 Jan, 28 Feb, 31 Mar, 30 Apr', () => borders('LAST')],
  // 3 November to 3 February has 92 days, of which 19 from 15 January on; 3 February + 2, 3 May + 2
  [
    'V23',
    'quarterly on day 3 of month 2, from 15 January, grace 2',
    '15 Jan to 2 Feb, 19 of 92 days, due 5 Feb; 3 Feb to 2 May, 89 of 89 days, due 5 May',
    () => quarters('15 Jan', ['3', '2'], 2),
  ],
  [
    'V24',
    'an event received at the deadline / a microsecond before',
    'refused / accepted',
    () => received({ microseconds: 0 }, { microseconds: 1 }),
  ],
  // 100 × 2; 88 × 2; 103 = 200 + 3 × 1
  [
    'V25',
    '12 of 100 undone, then done again with 15, prices of V1',
    '200 → 176 → 203',
    () => costs(V1, '100 / 88 / 103').replaceAll('/', '→'),
  ],
  // 205 − 190; 105 − 190
  [
    'V26',
    'what an event earns that lifts the usage from 95 to 105: V1 / V2',
    '15 / -85',
    () => [V1, V2].map((prices) => earned(prices, '95', '105')).join(' / '),
  ],
  // At most 300 points are given.
  ['V27', 'metrics of 40 groups and 8 days', '320 points: 400', () => measured(40, 8)],
  // 50 × 14 / 31 = 22.580…
  [
    'V28',
    '50.00 in advance for 31 days, of which 14 are not used',
    'credit 22.58',
    () => `credit ${unused('50.00', 14, 31)}`,
  ],
  // −5 × 2: the first slab only
  ['V29', 'a usage of −5, prices of V1 / V2', '-10 / -10', () => `${costs(V1, '-5')} / ${costs(V2, '-5')}`],
  [
    'V30',
    'A from 4 Jul to 4 Oct, taken off from 4 Aug to 4 Sep',
    'A 4 Jul to 4 Aug, A2 4 Sep to 4 Oct',
    () => takenOff(['4 Jul', '4 Oct'], ['4 Aug', '4 Sep']),
  ],
];

test.each(VECTORS)('%s: %s: %s', (_vector, _given, expected, actual) => expect(actual()).toBe(expected));

test('every vector stands here once, in order', () => {
  const all = Array.from({ length: 30 }, (_, index) => `V${index + 1}`);
  expect(VECTORS.map(([vector]) => vector)).toEqual(all);
});
