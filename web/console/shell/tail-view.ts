import type { GetMetricsRequest } from '../../api/generated/request-types.ts';
import type { GetMetricsResponse } from '../../api/generated/types.ts';
import { sum, wholeOf } from '../../format/decimals.ts';

const HOUR_MS = 3_600_000;

/** The start of the minute that contains an instant. */
export function minuteOf(instant: string): string {
  return `${instant.slice(0, 16)}:00.000Z`;
}

/** The events of the hour before a minute, by what became of them. */
export function hourRequest(minute: string): GetMetricsRequest {
  const startTime = new Date(Date.parse(minute) - HOUR_MS).toISOString();
  const query = { id: 'hour', name: 'EVENTS', aggregationPeriod: 'HOUR', groupBy: 'EVENT_STATUS' } as const;
  return { startTime, endTime: minute, metricQueries: [query] };
}

export function hourCounts({ results }: GetMetricsResponse): { events: number; rejected: number } {
  const groups = results[0]?.data ?? [];
  const countOf = (each: typeof groups) =>
    wholeOf(sum(each.flatMap(({ metricValues }) => metricValues))) ?? 0;
  const rejected = groups.filter(({ groupedBy }) => groupedBy?.fieldValue === 'UNPROCESSED');
  return { events: countOf(groups), rejected: countOf(rejected) };
}
