import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal, decimal, decimalText } from './decimal.ts';
import { ExactSum } from './exact-sum.ts';

const sumOf = (texts: readonly string[]) => {
  const sum = new ExactSum();
  for (const text of texts) sum.add(decimal(text));
  const text = sum.text();
  expect(decimalText(sum.total())).toBe(text);
  return text;
};

describe('ExactSum', () => {
  it.each([
    //  numbers                                         sum
    [[], '0'],
    [['0.1', '0.2'], '0.3'],
    [['12.25', '-12.25'], '0'],
    [['9999999.9999999', '0.0000001'], '10000000'],
    [['0.0000001', '0.00000001'], '0.00000011'], // the second has eight digits after the point
    [['12345678', '0.5'], '12345678.5'], // eight before it
    [['-0.0000005', '0.0000005', '1'], '1'],
    [
      ['123456789012345678901234567890.123456789012345678', '1'],
      '123456789012345678901234567891.123456789012345678',
    ],
    [Array(1000).fill('9999999.9999999'), '9999999999.9999'], // ten million less a ten-millionth, 1000 times
  ])('%j is %s', (numbers, sum) => {
    expect(sumOf(numbers)).toBe(sum);
  });

  it('is what decimals add up to', () => {
    const number = fc.oneof(
      fc.stringMatching(/^-?\d{1,8}(?:\.\d{1,8})?$/),
      fc.stringMatching(/^-?\d{1,30}(?:\.\d{1,18})?$/),
    );
    fc.assert(
      fc.property(fc.array(number), (numbers) => {
        const total = numbers.reduce((sum, text) => sum.plus(text), new Decimal(0));
        expect(sumOf(numbers)).toBe(decimalText(total));
      }),
      { numRuns: 1000 },
    );
  });
});
