import { describe, expect, it, test } from 'vitest';
import { currencyCodes, currencyDigits, isCurrency } from './currency.ts';

describe('currencyDigits', () => {
  test.each([
    // no minor unit in use
    ['BIF', 0],
    ['CLP', 0],
    ['DJF', 0],
    ['GNF', 0],
    ['ISK', 0],
    ['JPY', 0],
    ['KMF', 0],
    ['KRW', 0],
    ['PYG', 0],
    ['RWF', 0],
    ['UGX', 0],
    ['UYI', 0],
    ['VND', 0],
    ['VUV', 0],
    ['XAF', 0],
    ['XOF', 0],
    ['XPF', 0],
    // hundredths, and the fifths of MGA and MRU that the standard also writes as 2
    ['USD', 2],
    ['EUR', 2],
    ['INR', 2],
    ['HUF', 2],
    ['TWD', 2],
    ['MGA', 2],
    ['MRU', 2],
    ['XCG', 2],
    ['ZWG', 2],
    // thousandths
    ['BHD', 3],
    ['IQD', 3],
    ['JOD', 3],
    ['KWD', 3],
    ['LYD', 3],
    ['OMR', 3],
    ['TND', 3],
    // accounting units
    ['CLF', 4],
    ['UYW', 4],
  ])('%s has %i digits', (code, digits) => expect(currencyDigits(code)).toBe(digits));

  test.each([
    'XAU', // gold has no minor unit
    'XDR', // special drawing right
    'XXX', // no currency
    'XTS', // reserved for tests
    'HRK', // Croatia uses EUR since 2023
    'BGN', // Bulgaria uses EUR since 2026
    'ANG', // replaced by XCG in 2025
    'ZWL', // replaced by ZWG in 2024
    'SLL', // replaced by SLE
    'CUC', // withdrawn in 2021
    'usd',
    ' USD',
    'US',
    '',
    '__proto__',
    'constructor',
  ])('%j is not a currency', (code) => {
    expect(isCurrency(code)).toBe(false);
    expect(() => currencyDigits(code)).toThrow(RangeError);
  });
});

describe('the table', () => {
  it('has 165 codes of three capital letters, each once', () => {
    // 17 with no digits + 139 with two + 7 with three + 2 with four
    const codes = currencyCodes();
    expect(codes).toHaveLength(165);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([]);
    expect(codes.every(isCurrency)).toBe(true);
  });
});

describe('compared with Intl', () => {
  const intlCodes = new Set(Intl.supportedValuesOf('currency'));

  it('differs in digits only where CLDR leaves out a unit that shops no longer use', () => {
    const different = currencyCodes().filter((code) => intlDigits(code) !== currencyDigits(code));
    expect(different.join(' ')).toBe('AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR SOS SYP YER');
    expect(different.filter((code) => intlDigits(code) !== 0)).toEqual([]);
  });

  it('has these codes that Intl does not list: funds, accounting units, the digital bolivar', () => {
    const missing = currencyCodes().filter((code) => !intlCodes.has(code));
    expect(missing.join(' ')).toBe('BOV CHE CHW CLF COU MXV USN UYI UYW VED XAD');
  });

  it('lacks these codes that Intl lists: withdrawn ones, and XDR and XSU without a minor unit', () => {
    const rejected = [...intlCodes].filter((code) => !isCurrency(code));
    expect(rejected.join(' ')).toBe('ANG BGN CUC HRK SLL XDR XSU ZWL');
  });
});

function intlDigits(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 0;
}
