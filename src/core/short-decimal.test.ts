import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, decimalText } from './decimal.ts';
import { printShort, readShort } from './short-decimal.ts';

describe('a short decimal', () => {
  it.each([
    ['0', 0],
    ['-0', -0],
    ['1', 10_000_000],
    ['007', 70_000_000],
    ['-12.50', -125_000_000],
    ['0.0000001', 1],
    ['9999999.9999999', 99_999_999_999_999],
    ['12345678', null], // eight digits before the point
    ['0.00000001', null], // eight after it
    ['', null],
    ['-', null],
    ['.5', null],
    ['5.', null],
    ['1e3', null],
    ['1.2.3', null],
    ['1,5', null],
    [' 1', null],
    ['٣', null],
  ])('%j is read as %s', (text, short) => {
    expect(readShort(text)).toBe(short);
  });

  it('is printed as any decimal is', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^-?\d{1,7}(?:\.\d{1,7})?$/), (text) => {
        expect(printShort(readShort(text) ?? Number.NaN)).toBe(decimalText(decimal(text)));
      }),
      { numRuns: 2000 },
    );
  });
});
