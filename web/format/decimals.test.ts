import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  add,
  compare,
  isNegative,
  isZero,
  movePoint,
  percentOf,
  subtract,
  sum,
  wholeOf,
} from './decimals.ts';

describe('exact decimals as text', () => {
  test.each([
    // a      b        a + b      a - b
    ['0.1', '0.2', '0.3', '-0.1'], // doubles say 0.30000000000000004
    ['1.005', '0.995', '2', '0.01'],
    ['-12.50', '2.5', '-10', '-15'],
    ['99999999999999999999.01', '0.99', '100000000000000000000', '99999999999999999998.02'],
    ['1e-7', '0', '0.0000001', '0.0000001'], // as JSON may write it
    ['1.5E+3', '0', '1500', '1500'],
  ])('%s and %s', (a, b, total, difference) => {
    expect([add(a, b), subtract(a, b)]).toEqual([total, difference]);
  });

  test.each([
    ['0.19', 2, '19'],
    ['0.09975', 2, '9.975'],
    ['19', -2, '0.19'],
    ['7', 3, '7000'],
    ['-0.5', -1, '-0.05'],
  ])('the point of %s moved by %i', (value, places, moved) => {
    expect(movePoint(value, places)).toBe(moved);
  });

  it('adds nothing to zero', () => expect(sum([])).toBe('0'));

  test.each([
    ['1.10', '1.1', 0],
    ['-1', '0.5', -1],
    ['10', '9', 1], // text alone would order 10 before 9
    ['0.00', '-0', 0],
  ])('%s against %s', (a, b, order) => expect(compare(a, b)).toBe(order));

  it('knows signs', () => {
    expect([isZero('0.000'), isZero('-0.1'), isNegative('-0.1'), isNegative('-0')]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  test.each([
    ['1', '3', '33.3'],
    ['2', '3', '66.7'], // 66.66… rounds up
    ['-1', '8', '-12.5'],
    ['5', '0', null],
  ])('%s of %s is %s per cent', (a, b, percent) => expect(percentOf(a, b)).toBe(percent));

  it('reads whole numbers only', () => {
    expect([wholeOf('30'), wholeOf('1.5'), wholeOf('Wed, 21 Oct'), wholeOf(null)]).toEqual([
      30,
      null,
      null,
      null,
    ]);
  });

  it('agrees with integers', () => {
    const cents = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
    const text = (value: bigint) => {
      const digits = (value < 0n ? -value : value).toString().padStart(3, '0');
      return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
    };
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        expect(compare(add(text(a), text(b)), text(a + b))).toBe(0);
        expect(compare(subtract(text(a), text(b)), text(a - b))).toBe(0);
      }),
    );
  });
});
