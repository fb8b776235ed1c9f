import { describe, expect, it } from 'vitest';
import { decimal, decimalText } from '../decimal.ts';
import {
  findDuplicates,
  findLinesAtZero,
  findNegativeTotal,
  findRoundedToZero,
  findUnusualAmount,
  medianOf,
} from './amount-rules.ts';
import type { CheckedLine } from './facts.ts';
import { DEFAULT_TERMS } from './terms.ts';

describe('AMOUNT_UNUSUAL: more than 2 × or less than 0.5 × the median, and by more than 50', () => {
  it.each([
    // total      earlier totals, latest first    difference, or null if the rule does not fire
    ['200', '100 100 100', null], //              exactly 2 ×
    ['200.01', '100 100 100', '100.01'],
    ['50', '100 100 100', null], //               exactly 0.5 ×, and a difference of exactly 50
    ['49.99', '100 100 100', '-50.01'],
    ['99.99', '200 200 200', '-100.01'], //       0.49995 ×
    ['100', '200 200 200', null], //              exactly 0.5 ×
    ['75', '25 25 25', null], //                  3 ×, but a difference of exactly 50
    ['75.01', '25 25 25', '50.01'],
    ['0', '50 50 50', null], //                   a difference of exactly 50
    ['0', '50.01 50.01 50.01', '-50.01'],
    ['50', '0 0 0', null],
    ['50.01', '0 0 0', '50.01'], //               any amount is more than 2 × 0
    ['0', '0 0 0', null],
    ['1000', '100 900 950', null], //             the median is 900, whatever the latest one was
    ['1000', '900 100 120', '880'], //            the median is 120
    ['401', '100 300', '201'], //                 the median of two is their mean, 200: 2.005 ×
    ['400', '100 300', null], //                  exactly 2 ×
    ['1000', '', null], //                        nothing to compare with
    ['1000', '100 100 100 9000 9000', '900'], //  only three cycles count
    ['-100', '100 100 100', '-200'], //           another sign is never usual
    ['100', '-100 -100 -100', '200'],
    ['-30', '20 20 20', null], //                 a difference of exactly 50
    ['-160', '-100 -100 -100', null], //          1.6 ×
    ['-201', '-100 -100 -100', '-101'], //        2.01 ×
    ['-40', '-100 -100 -100', '60'], //           0.4 ×
    // Doubles lose the last digit of all three: 2 × 0.1 + 50 units of the smallest size.
    ['100000000000000000000.02', '50000000000000000000.01', null],
    ['100000000000000000000.03', '50000000000000000000.01', '50000000000000000000.02'],
  ])('%s after [%s]: %s', (total, earlier, expected) => {
    const earlierTotals = earlier.split(' ').filter(Boolean).map(decimal);
    const found = findUnusualAmount(
      { total: decimal(total), isRunning: false, earlierTotals },
      DEFAULT_TERMS,
    );
    expect(found[0]?.figures.difference ?? null).toBe(expected);
  });

  it('takes its thresholds from the settings', () => {
    const unusual = { above: decimal('1.5'), below: decimal('0.9'), difference: decimal('10') };
    const fires = (total: string) =>
      findUnusualAmount(
        { total: decimal(total), isRunning: false, earlierTotals: [decimal(100)] },
        { unusual },
      ).length > 0;
    expect(['89.99', '90', '110', '150', '150.01'].map(fires)).toEqual([true, false, false, false, true]);
  });

  it('while the cycle runs, reports what is too much and not what is too little', () => {
    const fires = (total: string) =>
      findUnusualAmount(
        { total: decimal(total), isRunning: true, earlierTotals: [decimal(100)] },
        DEFAULT_TERMS,
      ).length > 0;
    expect(['0', '49.99', '200.01'].map(fires)).toEqual([false, false, true]);
  });

  it('names the numbers that it compared', () => {
    const earlierTotals = ['100', '120', '90'].map(decimal);
    const draft = { total: decimal('300'), isRunning: false, earlierTotals };
    expect(findUnusualAmount(draft, DEFAULT_TERMS)).toEqual([
      { subject: null, figures: { amount: '300', median: '100', difference: '200' } },
    ]);
  });

  it.each([
    ['1', '1'],
    ['1 2', '1.5'],
    ['3 1 2', '2'],
    ['4 1 3 2', '2.5'],
    ['0.1 0.2', '0.15'],
    ['-5 5', '0'],
  ])('the median of %s is %s', (values, median) => {
    expect(decimalText(medianOf(values.split(' ').map(decimal)))).toBe(median);
  });
});

const metered = (id: string, value: string): CheckedLine => ({
  ...{ id, description: `Line ${id}`, value: decimal(value), isMetered: true },
});
const fee = (id: string, value: string): CheckedLine => ({ ...metered(id, value), isMetered: false });

describe('LINE_WENT_TO_ZERO: a line above 0 in the last cycle is 0 now', () => {
  it.each<[string, CheckedLine[], CheckedLine[], string]>([
    // case                               last cycle               now                     found
    ['usage stopped', [metered('a', '10')], [metered('a', '0')], 'a'],
    ['the smallest amount stopped', [metered('a', '0.01')], [metered('a', '0')], 'a'],
    ['the smallest amount is left', [metered('a', '10')], [metered('a', '0.01')], ''],
    ['it was 0 before', [metered('a', '0')], [metered('a', '0')], ''],
    ['it was below 0 before', [metered('a', '-10')], [metered('a', '0')], ''],
    ['a metered line is gone', [metered('a', '10')], [], 'a'],
    ['a fee that is due once is gone', [fee('a', '10')], [], ''],
    ['a fee is 0', [fee('a', '10')], [fee('a', '0')], 'a'],
    ['a line is new', [], [metered('a', '0')], ''],
    ['one of two', [metered('a', '1'), metered('b', '2')], [metered('a', '0'), metered('b', '2')], 'a'],
    ['two of two', [metered('a', '1'), metered('b', '2')], [metered('b', '0')], 'a b'],
  ])('%s', (_, earlierLines, lines, expected) => {
    const found = findLinesAtZero({ lines, earlierLines, isRunning: false });
    expect(findLinesAtZero({ lines, earlierLines, isRunning: true })).toEqual([]);
    expect(found.map(({ subject }) => subject).join(' ')).toBe(expected);
  });

  it('names the line and its earlier amount', () => {
    const draft = { lines: [], earlierLines: [metered('um.a', '12.50')], isRunning: false };
    expect(findLinesAtZero(draft)).toEqual([
      { subject: 'um.a', figures: { line: 'Line um.a', earlier: '12.5' } },
    ]);
  });
});

it.each([
  ['0.01', null],
  ['0', null],
  ['-0.01', '-0.01'],
  ['-1234.5', '-1234.5'],
])('NEGATIVE_TOTAL of %s: %s', (total, expected) => {
  expect(findNegativeTotal({ total: decimal(total) })[0]?.figures.amount ?? null).toBe(expected);
});

it.each([
  // total  lines, rounded  lines, exact   the exact amount that is lost
  ['0', '0', '0.004', '0.004'],
  ['0', '0', '0.000000000000000001', '0.000000000000000001'],
  ['0', '0', '0', null], //                nothing was used
  ['0.01', '0.01', '0.005', null], //      it is billed
  ['0', '10', '10', null], //              credits pay it
  ['5', '0', '0.004', null], //            a charge is billed beside it
  ['0', '0', '-0.004', '-0.004'], //       the customer loses it
])('TOTAL_ROUNDS_TO_ZERO of total %s, lines %s from %s: %s', (total, rounded, exact, expected) => {
  const gross = { rounded: decimal(rounded), exact: decimal(exact) };
  expect(findRoundedToZero({ total: decimal(total), gross })[0]?.figures.exact ?? null).toBe(expected);
});

it('DUPLICATE_OF_MANUAL_INVOICE: one for each such invoice, by its number if it has one', () => {
  expect(findDuplicates({ duplicates: [] })).toEqual([]);
  const duplicates = [
    { id: 'inv.1', number: '2030-01-0007', amount: decimal('99.90') },
    { id: 'inv.2', number: null, amount: decimal('99.90') },
  ];
  expect(findDuplicates({ duplicates })).toEqual([
    { subject: 'inv.1', figures: { invoice: '2030-01-0007', amount: '99.9' } },
    { subject: 'inv.2', figures: { invoice: 'inv.2', amount: '99.9' } },
  ]);
});
