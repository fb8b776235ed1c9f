import { expect, test } from 'vitest';
import { scatterOf } from './scatter-view.ts';

const point = (x: string, y: string) => ({ id: `${x} ${y}`, text: '', x, y });

test('points stand on one scale; those above the diagonal pay more', () => {
  const shape = scatterOf([point('10', '20'), point('40', '10'), point('5', '5.00')]);
  expect(shape).toMatchObject({ lowest: '0', highest: '40', zero: null });
  expect(shape?.points.map(({ left, top, side }) => [left, top, side])).toEqual([
    [25, 50, 'above'],
    [100, 75, 'below'],
    [12.5, 87.5, 'same'],
  ]);
});

test('negative amounts move the zero', () => {
  expect(scatterOf([point('-10', '30')])).toMatchObject({ lowest: '-10', highest: '30', zero: 25 });
});

test('no points, no chart; only zeros, one corner', () => {
  expect(scatterOf([])).toBeNull();
  expect(scatterOf([point('0', '0')])?.points[0]).toMatchObject({ left: 0, top: 100 });
});
