import { expect, it } from 'vitest';
import { ApiProblem } from '../../../api/problem.ts';
import { isBeingPriced, outlookOf, rangeOf, revenueByMeter } from './revenue-view.ts';

const series = (first: number, values: readonly string[]) => ({
  timestamps: values.map((_, index) => new Date(Date.UTC(2030, 0, first + index)).toISOString()),
  metricValues: values,
});

it.each([
  // 8 and 9 February: 3 of seven days have 7 in all; 20 days are left with today, the 9th: 7 × 20 / 7 = 20.
  [series(33, ['1', '2', '4', '0', '0', '0', '0', '1.5']), '2030-02-09', '8.5', '27'],
  // Only two complete days are known: 0.03 × 30 / 2 = 0.45; today's part counts in the month only.
  [series(1, ['0.01', '0.02', '5']), '2030-01-03', '5.03', '0.47'],
  [series(1, ['5']), '2030-01-01', '5', null],
  [undefined, '2030-01-01', '0', null],
])('month to date and projection', (data, today, monthToDate, projected) => {
  expect(outlookOf(data, today, 'UTC')).toEqual({ monthToDate, projected });
});

it.each([
  [409, 'REVENUE_NOT_PRICED', true],
  [409, 'CONCURRENT_CHANGE', false],
  [429, 'TOO_MANY_REQUESTS', false],
  [500, 'INTERNAL', false],
  [0, 'UNREACHABLE', false],
])('%s %s is asked again by itself: %s', (status, code, isAgain) => {
  expect(isBeingPriced(new ApiProblem('', { status, code }))).toBe(isAgain);
});

it('days are those of the organization', () => {
  // 23:30 UTC is the next day in Berlin.
  expect(rangeOf('2030-01-31T23:30:00Z', 'Europe/Berlin')).toEqual({
    today: '2030-02-01',
    first: '2029-12-25',
  });
  const berlin = { timestamps: ['2030-01-31T23:00:00Z'], metricValues: ['3'] };
  expect(outlookOf(berlin, '2030-02-01', 'Europe/Berlin').monthToDate).toBe('3');
});

it('meters are ranked, and the sixth and later are one line', () => {
  const data = Array.from({ length: 7 }, (_, n) => ({
    ...series(1, [`${n}`]),
    groupedBy: { fieldValue: `m${n}` },
  }));
  expect(revenueByMeter(data, 'Other')).toEqual({
    labels: ['m6', 'm5', 'm4', 'm3', 'm2', 'Other'],
    points: [{ at: '2030-01-01T00:00:00.000Z', values: ['6', '5', '4', '3', '2', '1'] }],
  });
  expect(revenueByMeter([], 'Other')).toEqual({ labels: [], points: [] });
});
