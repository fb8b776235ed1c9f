import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readDecimal, typedDecimal } from './typed-decimal.ts';

test.each([
  ['1234.5', 'en', '1234.5'],
  ['1,234.50', 'en', '1234.50'],
  ['1,234', 'en', '1234'],
  ['12,34,567.8', 'en-IN', '1234567.8'],
  // No grouped number, so it can be a fraction only.
  ['0,5', 'en', '0.5'],
  ['1,5', 'en', '1.5'],
  ['1234,5', 'de', '1234.5'],
  ['1.234,50', 'de', '1234.50'],
  ['1.234', 'de', '1234'],
  ['0.005', 'de', '0.005'],
  ['12.5', 'de', '12.5'],
  ['1.234.567', 'de', '1234567'],
  ['1’234.50', 'de-CH', '1234.50'],
  ["1'234.50", 'de-CH', '1234.50'],
  ['1\u202f234,5', 'fr', '1234.5'],
  [' 12 ', 'en', '12'],
  ['−12.5', 'en', '-12.5'],
  ['-12.5', 'en', '-12.5'],
  ['007', 'en', '7'],
  ['-0.10', 'en', '-0.10'],
  ['12345678901234567890.123456789', 'en', '12345678901234567890.123456789'],
])('%s in %s is %s', (typed, tag, value) => expect(readDecimal(typed, tag)).toBe(value));

test.each(['', ' ', '-', '.', '.5', '5.', 'abc', '1e5', '1,2,3', '1.2.3', '--1', '1,23,4', '1.5 USD', '٣'])(
  '%j is no number in English',
  (typed) => expect(readDecimal(typed, 'en')).toBeNull(),
);

describe.each(['en', 'de', 'en-IN', 'de-CH'])('in %s', (tag) => {
  const decimal = fc
    .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.stringMatching(/^\d{0,9}$/))
    .map(([whole, fraction]) => (fraction === '' ? String(whole) : `${whole}.${fraction}`));

  it('what is written can be read', () => {
    fc.assert(fc.property(decimal, (value) => readDecimal(typedDecimal(value, tag), tag) === value));
  });

  it('what is formatted can be read', () => {
    const format = new Intl.NumberFormat(tag, { maximumFractionDigits: 20 }) as {
      format(value: string): string;
    } & Intl.NumberFormat;
    fc.assert(
      fc.property(decimal, (value) => {
        const read = readDecimal(format.format(value as never), tag);
        return read !== null && format.format(read as never) === format.format(value as never);
      }),
    );
  });
});
