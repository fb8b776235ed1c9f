import { expect, it } from 'vitest';
import { formatPricePerMillion } from './price-per-million.ts';

it.each([
  ['0.0000025', '$2.50 / 1M'],
  ['0.00000032', '$0.32 / 1M'],
  ['0.000012345678', '$12.345678 / 1M'],
  ['-0.00001', '−$10.00 / 1M'],
  ['0.0025000', null],
  ['12', null],
])('a price of %s is %s of a million units', (price, expected) => {
  expect(formatPricePerMillion(price, 'USD')).toBe(expected);
});
