import { expect, test } from 'vitest';
import { canStack, extremesOf, plotData, sharesOf, sparkPath, stackData } from './chart-view.ts';

const points = [
  { at: '2026-01-01T00:00:00Z', values: ['10.5', null] },
  { at: '2026-01-02T00:00:00Z', values: ['9', '1'] },
  { at: '2026-01-03T00:00:00Z', values: ['10.50', '3'] },
];

test('columns of the plot: seconds, then each series', () => {
  expect(plotData(points, 2)).toEqual([
    [1767225600, 1767312000, 1767398400],
    [10.5, 9, 10.5],
    [null, 1, 3],
  ]);
});

test('a stack has each series on top of those before it', () => {
  expect(stackData(points, 2)).toEqual([
    [1767225600, 1767312000, 1767398400],
    [10.5, 9, 10.5],
    [10.5, 10, 13.5],
  ]);
  expect([canStack(points), canStack([{ at: '', values: ['1', '-1'] }])]).toEqual([true, false]);
});

test('the lowest and the highest value, each where it was first', () => {
  expect(extremesOf(points, 0)).toEqual({
    lowest: { at: '2026-01-02T00:00:00Z', value: '9' },
    highest: { at: '2026-01-01T00:00:00Z', value: '10.5' },
  });
  expect(extremesOf([{ at: '2026-01-01T00:00:00Z', values: [null] }], 0)).toBeNull();
  expect(extremesOf([], 0)).toBeNull();
});

test('shares of the largest, also of losses and of nothing', () => {
  expect(sharesOf(['5', '-10', '0'])).toEqual([0.5, 1, 0]);
  expect([sharesOf(['0', '0.00']), sharesOf([])]).toEqual([[0, 0], []]);
});

test.each([
  [['0', '5', '10'], 'M0 100L50 50L100 0'],
  // The baseline is zero: 10 is not shown as nothing beside 11.
  [['10', '11'], 'M0 9.09L100 0'],
  [['-5', '5'], 'M0 100L100 0'],
  [['1', null, '1', '1'], 'M0 0M66.67 0L100 0'],
  [['0', '0'], 'M0 100L100 100'],
  [['1'], null],
  [[], null],
] as [(string | null)[], string | null][])('the line of %j is %s', (values, path) => {
  expect(sparkPath(values)).toBe(path);
});
