import { expect, test } from 'vitest';
import type { GetMetricsResponse } from '../../../api/generated/types.ts';
import { burnUpOf, burnUpRequest } from './burn-up-view.ts';

const cycle = { startDate: '2030-02-01T00:00:00.000Z', endDate: '2030-02-05T00:00:00.000Z' };
const response = {
  results: [
    {
      ...{ id: 'burn-up', name: 'REVENUE' },
      data: [
        {
          timestamps: [1, 2, 3, 4].map((day) => `2030-02-0${day}T00:00:00.000Z`),
          metricValues: ['0.1', '0.1', '0', '0'],
        },
        { timestamps: ['2030-02-02T00:00:00.000Z'], metricValues: ['0.1'] },
      ],
    },
  ],
} as unknown as GetMetricsResponse;

test('amounts add up exactly, and the pace so far leads to the end of the cycle', () => {
  // Half of the second day: 0.3 in a day and a half is 0.8 in four days.
  expect(burnUpOf(response, cycle, '2030-02-02T12:00:00.000Z')).toEqual([
    { at: '2030-02-01T00:00:00.000Z', values: ['0', null] },
    { at: '2030-02-02T00:00:00.000Z', values: ['0.1', null] },
    { at: '2030-02-02T12:00:00.000Z', values: ['0.3', '0.3'] },
    { at: '2030-02-05T00:00:00.000Z', values: [null, '0.8'] },
  ]);
});

test('a cycle that is over has no projection, and one that has just begun neither', () => {
  const last = (at: string) => burnUpOf(response, cycle, at).at(-1);
  expect(last('2030-02-06T00:00:00.000Z')).toEqual({ at: cycle.endDate, values: ['0.3', null] });
  expect(last(cycle.startDate)).toEqual({ at: cycle.startDate, values: ['0', null] });
});

test('without usage, nothing is known up to now and expected after it', () => {
  const none = { results: [{ id: 'burn-up', name: 'REVENUE', data: [] }] } as unknown as GetMetricsResponse;
  expect(burnUpOf(none, cycle, '2030-02-02T00:00:00.000Z')).toEqual([
    { at: cycle.startDate, values: ['0', null] },
    { at: '2030-02-02T00:00:00.000Z', values: ['0', '0'] },
    { at: cycle.endDate, values: [null, '0'] },
  ]);
});

test.each([
  // days         meters
  ['2030-03-01', 1, 'DAY'],
  ['2030-03-01', 9, 'DAY'],
  ['2030-03-01', 12, 'WEEK'],
  ['2031-02-01', 1, 'WEEK'],
  ['2031-02-01', 15, 'MONTH'],
])('until %s, the amounts of %i meters come by %s', (endDate, meters, period) => {
  const { metricQueries } = burnUpRequest({ accountId: 'a', ...cycle, endDate, meters });
  expect(metricQueries[0]?.aggregationPeriod).toBe(period);
});
