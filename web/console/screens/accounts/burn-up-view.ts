import type {
  AccountOverview,
  GetMetricsRequest,
  GetMetricsResponse,
  MetricDataPoints,
} from '../../../api/generated/types.ts';
import { add, proportion } from '../../../format/decimals.ts';
import { now } from '../../../format/time.ts';
import type { ChartPoint } from '../../../ui/chart/chart-view.ts';

type Cycle = Pick<NonNullable<AccountOverview['currentInvoice']>, 'startDate' | 'endDate'>;

const PERIODS = [
  ['DAY', 1],
  ['WEEK', 7],
  ['MONTH', 28],
] as const;
const DAY_MS = 86_400_000;
/** A response has at most 300 points, of all meters together. */
const MAX_POINTS = 290;

/** What usage costs in the cycle, by day, or by a longer period if there are many days or meters. */
export function burnUpRequest(cycle: Cycle & { accountId: string; meters: number }) {
  const { accountId, startDate, endDate, meters } = cycle;
  const days = (Date.parse(endDate) - Date.parse(startDate)) / DAY_MS;
  const [period] = PERIODS.find(([, length]) => (days / length + 2) * meters <= MAX_POINTS) ?? ['MONTH'];
  return {
    ...{ startTime: startDate, endTime: endDate },
    metricQueries: [
      {
        ...{ id: 'burn-up', name: 'REVENUE', aggregationPeriod: period, groupBy: 'USAGE_METER_ID' },
        configs: { CURRENCY: 'INVOICE' },
        filters: [{ fieldName: 'ACCOUNT_ID', fieldValues: [accountId] }],
      },
    ],
  } satisfies GetMetricsRequest;
}

/**
 * Sums up to each bucket that has begun, and a straight line from now to the end of the cycle at the pace so
 * far. A bucket is at its end.
 */
export function burnUpOf(
  { results }: GetMetricsResponse,
  { startDate, endDate }: Cycle,
  at = now(),
): ChartPoint[] {
  const buckets = sumBuckets(results[0]?.data ?? []);
  const points: ChartPoint[] = [{ at: startDate, values: ['0', null] }];
  let total = '0';
  for (const [index, [begin, amount]] of buckets.entries()) {
    if (begin >= at) break;
    total = add(total, amount);
    const end = buckets[index + 1]?.[0] ?? endDate;
    points.push({ at: earlier(end, at), values: [total, end < at ? null : total] });
  }
  // Whatever the buckets are, what is known reaches to now.
  const end = earlier(at, endDate);
  if ((points.at(-1)?.at ?? end) < end) points.push({ at: end, values: [total, total] });
  const [elapsed, whole] = [
    Date.parse(at) - Date.parse(startDate),
    Date.parse(endDate) - Date.parse(startDate),
  ];
  if (at >= endDate || elapsed <= 0) return points;
  return [...points, { at: endDate, values: [null, proportion(total, whole, elapsed)] }];
}

function earlier(a: string, b: string): string {
  return [a, b].sort()[0] ?? a;
}

/** Of all meters, in the order of time. */
function sumBuckets(groups: readonly MetricDataPoints[]): [begin: string, amount: string][] {
  const sums = new Map<string, string>();
  for (const { timestamps, metricValues } of groups)
    for (const [index, begin] of timestamps.entries())
      sums.set(begin, add(sums.get(begin) ?? '0', metricValues[index] ?? '0'));
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
}
