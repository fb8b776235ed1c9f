import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { currencyDigits } from './currency.ts';
import { Decimal, decimal, ZERO } from './decimal.ts';
import { type RoundingMode, roundMoney, shownParts } from './money.ts';

describe('roundMoney', () => {
  test.each<[value: string, currency: string, mode: RoundingMode, rounded: string]>([
    // ties away from zero, on values that doubles hold too low
    ['1.005', 'USD', 'HALF_UP', '1.01'],
    ['2.675', 'USD', 'HALF_UP', '2.68'],
    ['-2.345', 'USD', 'HALF_UP', '-2.35'],
    ['-2.3449999999999999999999', 'USD', 'HALF_UP', '-2.34'],
    ['0.001', 'USD', 'HALF_UP', '0.00'],
    ['0.005', 'USD', 'HALF_UP', '0.01'],
    ['-0.004', 'USD', 'HALF_UP', '0.00'],
    // 0.0015 × 3333 = 4.9995
    ['4.9995', 'USD', 'HALF_UP', '5.00'],
    ['4.9995', 'JPY', 'HALF_UP', '5'],
    ['4.9995', 'BHD', 'HALF_UP', '5.000'],
    ['99.5', 'JPY', 'HALF_UP', '100'],
    ['0.0149', 'JPY', 'HALF_UP', '0'],
    ['1.2345', 'KWD', 'HALF_UP', '1.235'],
    ['1.23455', 'CLF', 'HALF_UP', '1.2346'],
    // 0.029 × 12345.67 = 358.02443
    ['358.02443', 'USD', 'HALF_UP', '358.02'],
    // 31 digits before the point stay exact
    ['1234567890123456789012345678901.235', 'USD', 'HALF_UP', '1234567890123456789012345678901.24'],
    // ties to the even neighbour
    ['1.005', 'USD', 'HALF_EVEN', '1.00'],
    ['1.015', 'USD', 'HALF_EVEN', '1.02'],
    ['-1.025', 'USD', 'HALF_EVEN', '-1.02'],
    ['1.0250000001', 'USD', 'HALF_EVEN', '1.03'],
    ['0.5', 'JPY', 'HALF_EVEN', '0'],
    ['1.5', 'JPY', 'HALF_EVEN', '2'],
    // toward zero
    ['1.009', 'USD', 'DOWN', '1.00'],
    ['-1.009', 'USD', 'DOWN', '-1.00'],
    ['-0.009', 'USD', 'DOWN', '0.00'],
  ])('%s %s %s is %s', (value, currency, mode, rounded) =>
    expect(roundMoney(decimal(value), currency, mode).toFixed(currencyDigits(currency))).toBe(rounded),
  );

  it('rounds ties away from zero when no mode is named', () =>
    expect(roundMoney(decimal('-0.125'), 'USD').toFixed()).toBe('-0.13'));

  it('has no negative zero', () => expect(Object.is(roundMoney(decimal('-0.001'), 'USD').s, 1)).toBe(true));

  it('rejects an unknown currency and what is not a number', () => {
    expect(() => roundMoney(ZERO, 'XAU')).toThrow(RangeError);
    expect(() => roundMoney(new Decimal(NaN), 'USD')).toThrow(RangeError);
    expect(() => roundMoney(new Decimal(Infinity), 'USD')).toThrow(RangeError);
  });
});

describe('shownParts', () => {
  test.each<[parts: string, currency: string, shown: string]>([
    // R(1.005) = 1.01, R(2.010) − 1.01 = 1.00
    ['1.005 1.005', 'USD', '1.01 1.00'],
    // R(3.334) = 3.33, R(6.667) = 6.67, R(10) = 10.00
    ['3.334 3.333 3.333', 'USD', '3.33 3.34 3.33'],
    // a leaf of one part is only rounded
    ['-2.345', 'USD', '-2.35'],
    // R(0.4) = 0, R(0.8) = 1, R(1.2) = 1
    ['0.4 0.4 0.4', 'JPY', '0 1 0'],
    // R(−1.005) = −1.01, R(−2.010) = −2.01
    ['-1.005 -1.005', 'USD', '-1.01 -1.00'],
    // R(0.005) = 0.01, R(0) = 0
    ['0.005 -0.005', 'USD', '0.01 -0.01'],
    ['0.0005 0.0005', 'BHD', '0.001 0.000'],
    ['0 0', 'USD', '0.00 0.00'],
  ])('%s %s shows %s', (parts, currency, shown) => {
    const exact = parts.split(' ').map((part) => decimal(part));
    const texts = shownParts(exact, currency).map((part) => part.toFixed(currencyDigits(currency)));
    expect(texts.join(' ')).toBe(shown);
  });

  it('shows nothing for no parts', () => expect(shownParts([], 'USD')).toEqual([]));
});

describe('for any amounts', () => {
  const amount = fc
    .tuple(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.integer({ min: 0, max: 18 }))
    .map(([units, scale]) => new Decimal(units.toString()).div(new Decimal(10).pow(scale)));
  const currency = fc.constantFrom('JPY', 'USD', 'KWD', 'CLF');
  const mode = fc.constantFrom<RoundingMode>('HALF_UP', 'HALF_EVEN', 'DOWN');
  const unitOf = (code: string) => new Decimal(10).pow(-currencyDigits(code));

  it('rounding moves by half a unit at most, by less than a unit when cut', () =>
    fc.assert(
      fc.property(amount, currency, mode, (value, code, how) => {
        const moved = roundMoney(value, code, how).minus(value).abs();
        const unit = unitOf(code);
        expect(how === 'DOWN' ? moved.lt(unit) : moved.lte(unit.div(2))).toBe(true);
      }),
    ));

  it('rounding twice is rounding once, and has the mirror image below zero', () =>
    fc.assert(
      fc.property(amount, currency, mode, (value, code, how) => {
        const once = roundMoney(value, code, how);
        expect(roundMoney(once, code, how).eq(once)).toBe(true);
        expect(roundMoney(value.neg(), code, how).eq(once.neg())).toBe(true);
      }),
    ));

  it('shown parts add up to the rounded sum', () =>
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 20 }), currency, mode, (parts, code, how) => {
        const sum = (values: Decimal[]) => values.reduce((total, value) => total.plus(value), ZERO);
        expect(sum(shownParts(parts, code, how)).eq(roundMoney(sum(parts), code, how))).toBe(true);
      }),
    ));

  it('a shown part is a whole number of units and differs from its exact part by one unit at most', () =>
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 20 }), currency, (parts, code) => {
        for (const [index, shown] of shownParts(parts, code).entries()) {
          expect(shown.decimalPlaces()).toBeLessThanOrEqual(currencyDigits(code));
          expect(shown.minus(parts[index]!).abs().lte(unitOf(code))).toBe(true);
        }
      }),
    ));
});
