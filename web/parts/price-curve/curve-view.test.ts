import { expect, test } from 'vitest';
import type { Decimal } from '../../api/decimal.ts';
import { type CurvePoint, shapeOf } from './curve-view.ts';

const point = (quantity: string, amount: string, unitPrice?: string) =>
  ({ quantity, amount, ...(unitPrice && { unitPrice }) }) as CurvePoint & { quantity: Decimal };

// 0.01 up to 1000, then 0.008: volume prices fall at the border.
const points = [
  point('0', '0'),
  point('1000', '10', '0.01'),
  point('1001', '8.008', '0.008'),
  point('2000', '16', '0.008'),
];

test('the total goes from zero to its highest value', () => {
  expect(shapeOf(points, { member: 'amount', borders: ['0', '1000'] })).toEqual({
    path: 'M0 100L50 37.5L50.05 49.95L100 0',
    borders: [50],
    highest: '16',
    lowest: '0',
  });
});

test('a unit price begins with the first unit', () => {
  expect(shapeOf(points, { member: 'unitPrice', borders: [] })?.path).toBe('M50 0L50.05 20L100 20');
});

test('a credit hangs below the baseline', () => {
  const shape = shapeOf([point('0', '0'), point('10', '-5')], { member: 'amount', borders: [] });
  expect(shape).toMatchObject({ path: 'M0 0L100 100', highest: '0', lowest: '-5' });
});

test('one value is no line', () => {
  expect(shapeOf([point('0', '0')], { member: 'amount', borders: [] })).toBeNull();
});
