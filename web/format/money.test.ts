import { describe, expect, it, test } from 'vitest';
import { currencyCodes, currencyDigits } from '../../src/core/currency.ts';
import { minorDigits } from './currencies.ts';
import {
  formatMoney,
  formatMoneyShort,
  formatMoneyWithCode,
  formatPercent,
  formatPrice,
  formatQuantity,
} from './money.ts';

describe('money', () => {
  test.each([
    ['1234.5', 'USD', '$1,234.50'],
    ['0', 'USD', '$0.00'],
    ['-12.5', 'EUR', '−€12.50'],
    ['1234', 'JPY', '¥1,234'],
    ['1.2', 'BHD', 'BHD 1.200'],
    ['100000', 'INR', '₹100,000.00'],
    ['990', 'CLP', '$990'],
    // A digit more than the currency has is shown, not rounded away.
    ['0.0000025', 'USD', '$0.0000025'],
    // Doubles would say 12,345,678,901,234,567,000.00.
    ['12345678901234567890.12', 'USD', '$12,345,678,901,234,567,890.12'],
  ])('%s %s is %s', (amount, currency, text) => {
    expect(formatMoney(amount, currency).replaceAll('\u00a0', ' ')).toBe(text);
  });

  it.each([
    ['1234.5', undefined, '1,234.5'],
    ['1234.5', 'credits', '1,234.5 credits'],
  ])('%s of the currency %s is %s', (amount, currency, text) => {
    expect([formatMoney(amount, currency), formatMoneyWithCode(amount, currency)]).toEqual([text, text]);
  });

  it('prices keep every digit, and no zeros beyond those of the currency', () => {
    expect([formatPrice('0.00000250', 'USD'), formatPrice('5.000', 'USD')]).toEqual(['$0.0000025', '$5.00']);
  });

  it('shortens only headlines', () => expect(formatMoneyShort('1284110.42', 'USD')).toBe('$1.3M'));

  it('quantities keep every digit', () => {
    expect(formatQuantity('1234567.000000001', 'tokens')).toBe('1,234,567.000000001 tokens');
  });

  it('per cent have a sign', () => {
    expect(
      [formatPercent('12.5'), formatPercent('-3'), formatPercent('0')].map((text) =>
        text.replace('\u00a0', ' '),
      ),
    ).toEqual(['+12.5 %', '−3 %', '0 %']);
  });

  it('minor digits are those of the service', () => {
    const codes = currencyCodes();
    expect(codes.length).toBeGreaterThan(150);
    expect(codes.filter((code) => minorDigits(code) !== currencyDigits(code))).toEqual([]);
  });
});
