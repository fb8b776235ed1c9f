import type { GetMetricsRequest } from '../../../api/generated/request-types.ts';
import type { GetMetricsResponse } from '../../../api/generated/types.ts';
import { compare, isZero } from '../../../format/decimals.ts';
import type { ChartPoint } from '../../../ui/chart/chart-view.ts';

const DAY_MS = 86_400_000;
const DAYS = 30;
const MOST = 10;

/** The quantity of each of the last 30 days, today included; `today` is a day, such as `2030-02-03`. */
export function daysRequest(meterId: string, today: string): GetMetricsRequest {
  const midnight = Date.parse(`${today}T00:00:00Z`);
  return {
    startTime: new Date(midnight - (DAYS - 1) * DAY_MS).toISOString(),
    endTime: new Date(midnight + DAY_MS).toISOString(),
    metricQueries: [
      { id: 'days', name: 'METER_USAGE', aggregationPeriod: 'DAY', filters: [filterOf(meterId)] },
    ],
  };
}

/** The quantity of each account in the month of the day. */
export function accountsRequest(meterId: string, today: string): GetMetricsRequest {
  return {
    startTime: `${today.slice(0, 7)}-01T00:00:00.000Z`,
    endTime: new Date(Date.parse(`${today}T00:00:00Z`) + DAY_MS).toISOString(),
    metricQueries: [
      {
        ...{ id: 'accounts', name: 'METER_USAGE', aggregationPeriod: 'MONTH', groupBy: 'ACCOUNT_ID' },
        filters: [filterOf(meterId)],
      },
    ],
  };
}

function filterOf(meterId: string) {
  return { fieldName: 'USAGE_METER_ID' as const, fieldValues: [meterId] };
}

export function daysOf({ results }: GetMetricsResponse): ChartPoint[] {
  const [days] = results[0]?.data ?? [];
  return (days?.timestamps ?? []).map((at, index) => ({ at, values: [days?.metricValues[index] ?? '0'] }));
}

/** The ten accounts with the most; a month has one point, or two if it begins in another zone. */
export function topAccounts({ results }: GetMetricsResponse): { accountId: string; quantity: string }[] {
  return (results[0]?.data ?? [])
    .map(({ groupedBy, metricValues }) => ({
      accountId: groupedBy?.fieldValue ?? '',
      quantity: metricValues.at(-1) ?? '0',
    }))
    .filter(({ quantity }) => !isZero(quantity))
    .sort((a, b) => compare(b.quantity, a.quantity))
    .slice(0, MOST);
}
