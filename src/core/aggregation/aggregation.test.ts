import { describe, expect, test } from 'vitest';
import { decimal, decimalText } from '../decimal.ts';
import { type Aggregation, aggregate, aggregationWords, type MeasuredEvent } from './index.ts';

/** Instants of January 2030: `5` is midnight of the 5th, `5T12:00` noon of it, `32` the end of the month. */
function instant(text: string): Temporal.Instant {
  const [day = '', time = '00:00'] = text.split('T');
  return Temporal.Instant.from(`2029-12-31T${time}Z`).add({ hours: 24 * Number(day) });
}

/** `1: 10, 16: -5` are events with their times and units, `1: @u1` has a key, in the order of receipt. */
function events(text: string): MeasuredEvent[] {
  if (text === '') return [];
  return text.split(', ').map((each, index) => {
    const [at = '', what = ''] = each.split(/: /);
    const isKey = what.startsWith('@');
    return {
      referenceId: `ref-${index}`,
      at: instant(at),
      units: decimal(isKey ? '1' : what),
      ...(isKey ? { key: what.slice(1) } : {}),
    };
  });
}

function value(aggregation: Aggregation, text: string, [from, until] = ['1', '11']): string {
  const window = { from: instant(from ?? ''), until: instant(until ?? '') };
  return decimalText(aggregate(aggregation, events(text), window));
}

test.each<Aggregation>([
  'COUNT',
  'SUM',
  'MAX',
  'MIN',
  'AVERAGE',
  'UNIQUE_COUNT',
  'LATEST',
  'TIME_WEIGHTED_SUM',
])('%s of no event is 0', (aggregation) => {
  expect(value(aggregation, '')).toBe('0');
});

// Windows of ten days, from the 1st to before the 11th.
test.each<[aggregation: Aggregation, events: string, value: string]>([
  ['COUNT', '1: 5, 2: 0, 3: -2', '3'],
  ['SUM', '2: 20, 3: 48, 4: 4', '72'], //                         0.4 × (50, 120, 10), metering-pricing 9.4
  ['SUM', '1: 0.1, 2: 0.2', '0.3'],
  ['SUM', '1: 5, 2: -7.5', '-2.5'],

  ['MAX', '1: 3, 2: 7, 3: 5', '7'],
  ['MAX', '1: -3, 2: -7', '-3'], //                               0 is no event, so it is not the maximum
  ['MAX', '1: 1.1, 2: 1.10, 3: 1.09', '1.1'],
  ['MIN', '1: 3, 2: 7, 3: 5', '3'],
  ['MIN', '1: 3, 2: -7', '-7'],
  ['MIN', '4: 2', '2'],

  ['AVERAGE', '1: 3, 2: 4', '3.5'],
  ['AVERAGE', '1: 1, 2: 1, 10: 0', '0.666666666666666667'], //    2 / 3, each event alike whenever it was
  ['AVERAGE', '1: 1, 2: 0, 3: 0', '0.333333333333333333'],
  ['AVERAGE', '1: -1, 2: -1, 3: 0', '-0.666666666666666667'],
  ['AVERAGE', '1: 0.000000000000000001, 2: 0', '0'], //           half of the last digit, to even: 0
  ['AVERAGE', '1: 0.000000000000000003, 2: 0', '0.000000000000000002'], // 1.5 of it, to even: 2

  ['UNIQUE_COUNT', '1: @u1, 1: @u2', '2'],
  ['UNIQUE_COUNT', '1: @u1, 1: @u2, 2: @u2, 2: @u3', '3'], //     days of 2 and 2 are 3 together
  ['UNIQUE_COUNT', '1: @a, 2: @A, 3: @a ', '3'], //               texts, as they are

  ['LATEST', '1: 3, 9: 7, 5: 5', '7'], //                         by its own time, not by receipt
  ['LATEST', '9: 7, 9: 8', '8'], //                               of one instant: received last
  ['LATEST', '9T00:00:00.000001: 7, 9: 8', '7'],
  ['LATEST', '9: 7, 10: 0', '0'],

  // Ten days, so each day is a tenth.
  ['TIME_WEIGHTED_SUM', '1: 10', '10'], //                        10 × 10 / 10
  ['TIME_WEIGHTED_SUM', '6: 10', '5'], //                         10 × 5 / 10: half of the window is left
  ['TIME_WEIGHTED_SUM', '1: 10, 6: 10', '15'], //                 10 × 5 days and 20 × 5 days = 150 / 10
  ['TIME_WEIGHTED_SUM', '1: 10, 4: -4, 8: -6', '5.4'], //         10 × 3 + 6 × 4 + 0 × 3 = 54 / 10
  ['TIME_WEIGHTED_SUM', '6: -10', '-5'],
  ['TIME_WEIGHTED_SUM', '10T12:00: 1', '0.05'], //                half a day of ten
  ['TIME_WEIGHTED_SUM', '10T23:59:59.999999: 864000', '0.000001'], // 864000 × 1 µs / 864000 s
])('%s of %s is %s', (aggregation, text, expected) => {
  expect(value(aggregation, text)).toBe(expected);
});

describe('a window has its start and not its end, and nothing of the windows around it', () => {
  test.each<[aggregation: Aggregation, events: string, value: string]>([
    // The window is 4 January: what happened on the 1st and on the 5th is not in it.
    ['COUNT', '1: 9, 4: 1, 5: 9', '1'],
    ['SUM', '1: 9, 4: 1, 5: 9', '1'],
    ['MAX', '1: 9, 4: 1, 5: 9', '1'],
    ['MIN', '1: 0, 4: 1, 5: 0', '1'],
    ['AVERAGE', '1: 9, 4: 1, 5: 9', '1'],
    ['UNIQUE_COUNT', '1: @a, 4: @b, 5: @c', '1'],
    ['LATEST', '1: 9, 5: 9', '0'], //              not carried over
    ['TIME_WEIGHTED_SUM', '1: 9, 5: 9', '0'], //   the level begins at 0
    ['TIME_WEIGHTED_SUM', '1: 9, 4T18:00: 2', '0.5'], // 2 × 6 h / 24 h
  ])('%s of %s is %s', (aggregation, text, expected) => {
    expect(value(aggregation, text, ['4', '5'])).toBe(expected);
  });
});

test('a month: seats of 10 from the 1st and 20 from the 16th', () => {
  // 15 days × 10 + 16 days × 20 = 470 of 31 days.
  expect(value('TIME_WEIGHTED_SUM', '1: 10, 16: 10', ['1', '32'])).toBe('15.161290322580645161');
});

test('cut in two by an edit, each part is a window of its own', () => {
  // 1st to 16th: 10 × 15 / 15. From the 16th nothing is left of it: 10 × 5 / 15 of the event on the 26th.
  expect(value('TIME_WEIGHTED_SUM', '1: 10, 26: 10', ['1', '16'])).toBe('10');
  expect(value('TIME_WEIGHTED_SUM', '1: 10, 26: 10', ['16', '31'])).toBe('3.333333333333333333');
});

test.each([
  ['COUNT', 2, 'COUNT of 2 events'], // as on every invoice so far
  ['SUM', 1, 'SUM of 1 event'],
  ['MAX', 12, 'maximum of 12 events'],
  ['MIN', 0, 'minimum of 0 events'],
  ['AVERAGE', 3, 'average of 3 events'],
  ['UNIQUE_COUNT', 3, 'different keys of 3 events'],
  ['LATEST', 3, 'latest of 3 events'],
  ['TIME_WEIGHTED_SUM', 3, 'sum of 3 events, weighted by time,'],
  ['toString', 3, 'toString of 3 events'],
])('in words: %s %d: %s', (aggregation, eventCount, words) => {
  expect(aggregationWords(aggregation, eventCount)).toBe(words);
});
