import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { getMetrics } from '../../../api/generated/metrics.ts';
import { getOrganization } from '../../../api/generated/organization.ts';
import type { GetMetricsRequest } from '../../../api/generated/request-types.ts';
import { listUsageMeters } from '../../../api/generated/usage-meters.ts';
import { one } from '../../../api/queries.ts';
import { addDays, now, startOfDayMs } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import {
  CHART_DAYS,
  isBeingPriced,
  outlookOf,
  type RevenueSeries,
  rangeOf,
  revenueByMeter,
} from './revenue-view.ts';

/** What the revenue of this screen is read with. */
export const REVENUE_READS = [getMetrics, getOrganization, listUsageMeters];

/** Revenue is priced anew for each request. */
const STALE_MS = 300_000;
const RETRY_MS = 30_000;
/** As many series of days have fewer points than a response may have. */
const MAX_DAILY = 8;

type MetricQuery = GetMetricsRequest['metricQueries'][number];

/**
 * Revenue of this month with its projection, and by meter; without a currency while it is read, and with a
 * problem if it cannot be.
 */
export function useRevenue() {
  const t = useMessages('home');
  const enabled = { staleTime: STALE_MS };
  const read = useQuery({ ...one(getOrganization, {}), ...enabled });
  const listed = useQuery({ ...one(listUsageMeters, { pageSize: 100 }), ...enabled });
  const [organization, meters] = [read.data, listed.data];
  const zone = organization?.timezone ?? 'UTC';
  const { today, first } = rangeOf(now(), zone);
  const at = (day: string) => new Date(startOfDayMs(day, zone)).toISOString();
  const query = (more: Partial<MetricQuery>): MetricQuery => ({
    ...{ id: 'revenue', name: 'REVENUE', aggregationPeriod: 'DAY', ...more },
  });
  const isReady = organization !== undefined && meters !== undefined;
  const ask = (from: string, metricQuery: MetricQuery) => ({
    ...one(getMetrics, {
      body: { startTime: at(from), endTime: at(addDays(today, 1)), metricQueries: [metricQuery] },
    }),
    ...{ enabled: isReady, staleTime: STALE_MS },
    refetchInterval: ({ state }: { state: { error: unknown } }) => isBeingPriced(state.error) && RETRY_MS,
  });
  const aggregationPeriod = (meters?.data.length ?? 0) > MAX_DAILY ? 'WEEK' : 'DAY';
  const total = useQuery(ask(first, query({})));
  const byMeter = useQuery(
    ask(addDays(today, -CHART_DAYS), query({ groupBy: 'USAGE_METER_ID', aggregationPeriod })),
  );
  const problem = problemOf([read, listed, total, byMeter]);
  if (!isReady) return { ...NOT_READ, problem };
  const { labels, points } = revenueByMeter(seriesOf(byMeter.data), t('otherMeters'));
  const names = new Map(meters.data.map(({ id, displayName, name }) => [id, displayName || name]));
  return {
    currency: organization.baseCurrency,
    /** Set if the service stores the revenue of so many accounts, and prices them again and again. */
    asOf: total.data?.results[0]?.asOf,
    outlook: total.data ? outlookOf(seriesOf(total.data)[0], today, zone) : null,
    labels: labels.map((id) => names.get(id) ?? id),
    points,
    isWeekly: aggregationPeriod === 'WEEK',
    problem,
  };
}

type Asked = Pick<UseQueryResult, 'data' | 'error' | 'refetch'>;

/** What could not be read; undefined while there is an earlier response to show. */
function problemOf(queries: readonly Asked[]) {
  const failed = queries.filter(({ data, error }) => data === undefined && error && !isBeingPriced(error));
  const [first] = failed;
  const retry = () => {
    for (const { refetch } of failed) void refetch();
  };
  return first && { error: first.error, retry };
}

const NOT_READ = {
  currency: undefined,
  outlook: null,
  asOf: undefined,
  labels: [],
  points: [],
  isWeekly: false,
};

function seriesOf(data: { results: { data: RevenueSeries[] }[] } | undefined): readonly RevenueSeries[] {
  return data?.results[0]?.data ?? [];
}
