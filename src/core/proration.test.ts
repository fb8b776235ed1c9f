import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { decimal, decimalText, ZERO } from './decimal.ts';
import { roundMoney } from './money.ts';
import { prorate } from './proration.ts';

test.each<[title: string, rate: string, billed: number, nominal: number, amount: string]>([
  ['V9 monthly from 15 January', '50.00', 17, 31, '27.42'], // 27.4193…
  ['V10 block of three months', '300', 59, 90, '196.67'], // 196.6666…
  ['V11 left of an edit', '31.00', 10, 31, '10'],
  ['V11 right of an edit', '62.00', 21, 31, '42'],
  ['V28 unused days', '50.00', 14, 31, '22.58'], // 22.5806…
  ['a whole February', '50.00', 29, 29, '50'],
  ['a discount', '-50.00', 17, 31, '-27.42'],
  ['no day', '50.00', 0, 31, '0'],
])('%s: %s × %i / %i = %s USD', (_title, rate, billed, nominal, amount) =>
  expect(decimalText(roundMoney(prorate(decimal(rate), billed, nominal), 'USD'))).toBe(amount),
);

test.each<[rate: string, billed: number, nominal: number, exact: string]>([
  // 10 / 31 first would leave 9.999… or 10.000…1.
  ['31', 10, 31, '10'],
  ['0.000000000000000093', 1, 31, '0.000000000000000003'],
  ['99999999999999999999.999999999999999999', 30, 30, '99999999999999999999.999999999999999999'],
])('%s × %i / %i is exactly %s', (rate, billed, nominal, exact) =>
  expect(decimalText(prorate(decimal(rate), billed, nominal))).toBe(exact),
);

describe('days', () => {
  test.each<[billed: number, nominal: number]>([
    [1, 0],
    [0, 0],
    [-1, 31],
    [32, 31],
    [1.5, 31],
    [1, Number.NaN],
  ])('%d of %d are refused', (billed, nominal) =>
    expect(() => prorate(ZERO, billed, nominal)).toThrow(RangeError),
  );
});

it('loses nothing when a cycle is split: both parts are the whole, to 60 digits after the point', () =>
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 400 }), fc.nat(), (cents, nominal, seed) => {
      const rate = decimal(cents).div(100);
      const left = seed % (nominal + 1);
      const sum = prorate(rate, left, nominal).plus(prorate(rate, nominal - left, nominal));
      expect(sum.minus(rate).abs().lt('1e-60')).toBe(true);
    }),
  ));
