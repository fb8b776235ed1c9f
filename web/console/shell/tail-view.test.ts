import { expect, it } from 'vitest';
import type { GetMetricsResponse } from '../../api/generated/types.ts';
import { hourCounts, hourRequest, minuteOf } from './tail-view.ts';

it('the hour ends with the last whole minute', () => {
  const { startTime, endTime } = hourRequest(minuteOf('2030-03-01T00:10:59.999Z'));
  expect([startTime, endTime]).toEqual(['2030-02-28T23:10:00.000Z', '2030-03-01T00:10:00.000Z']);
});

it('all events are counted, and those that were not processed', () => {
  const group = (fieldValue: string, metricValues: string[]) => ({
    ...{ groupedBy: { fieldName: 'EVENT_STATUS', fieldValue }, metricValues, timestamps: [] },
  });
  const data = [group('PROCESSED', ['1000', '200']), group('UNPROCESSED', ['3'])];
  const response = { results: [{ id: 'hour', name: 'EVENTS', data }] } as unknown as GetMetricsResponse;
  expect(hourCounts(response)).toEqual({ events: 1203, rejected: 3 });
  expect(hourCounts({ results: [] })).toEqual({ events: 0, rejected: 0 });
});
