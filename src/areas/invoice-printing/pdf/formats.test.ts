import { expect, test } from 'vitest';
import { amountText, dayText, periodText, priceText, quantityText, withGroupedNumbers } from './formats.ts';

test.each([
  ['0', 'USD', '0.00'],
  ['1234.5', 'USD', '1,234.50'],
  ['-1234567', 'USD', '-1,234,567.00'],
  ['999', 'JPY', '999'],
  ['1000', 'JPY', '1,000'],
  ['12345678901234567890.5', 'KWD', '12,345,678,901,234,567,890.500'],
])('an amount of %s %s is %s', (value, currency, text) => expect(amountText(value, currency)).toBe(text));

test.each([
  ['100', 'USD', '100.00'],
  ['0.0085', 'USD', '0.0085'],
  ['1234.123456', 'JPY', '1,234.123456'],
])('a price of %s %s is %s', (value, currency, text) => expect(priceText(value, currency)).toBe(text));

test.each([
  ['12500', '12,500'],
  ['0.000000000000000001', '0.000000000000000001'],
  ['-1000.25', '-1,000.25'],
  ['1013.333333333333333333', '1,013.333333…'], // an average of days
  ['-0.666666666666666666', '-0.666666…'],
])('a quantity of %s is %s', (value, text) => expect(quantityText(value)).toBe(text));

test.each([
  ['Slab 12: 1000 to 10000', 'Slab 12: 1,000 to 10,000'],
  ['Slab 2: over 1000.5', 'Slab 2: over 1,000.5'],
  ['Minimum of 2000 applied', 'Minimum of 2,000 applied'],
  ['Maximum of -2000 applied', 'Maximum of -2,000 applied'],
  ['Usage cycle 1: 2030-04-01 to 2030-04-07', 'Usage cycle 1: 1 – 7 April 2030'],
  ['Usage cycle 5: 2030-04-29', 'Usage cycle 5: 29 April 2030'],
])('the numbers of %j are grouped', (sentence, text) => expect(withGroupedNumbers(sentence)).toBe(text));

test.each([
  ['2030-01-31', '2030-01-31', '31 January 2030'],
  ['2030-01-01', '2030-01-31', '1 – 31 January 2030'],
  ['2030-01-15', '2030-02-14', '15 January – 14 February 2030'],
  ['2029-12-15', '2030-01-14', '15 December 2029 – 14 January 2030'],
])('the period from %s to %s is %s', (first, last, text) =>
  expect(periodText(Temporal.PlainDate.from(first), Temporal.PlainDate.from(last))).toBe(text),
);

test.each([
  ['2030-02-01T04:59:59.999Z', 'America/New_York', '31 January 2030'],
  ['2030-02-01T05:00:00Z', 'America/New_York', '1 February 2030'],
])('%s in %s is %s', (instant, zone, text) =>
  expect(dayText(Temporal.Instant.from(instant), zone)).toBe(text),
);
