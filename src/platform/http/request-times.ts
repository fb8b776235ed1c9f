import type { Metric, Registry } from 'prom-client';

const NAME = 'tallymark_http_request_seconds';
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** For one operation and status. */
interface Times {
  /** Requests per bucket; the last bucket counts those slower than every bound. */
  counts: number[];
  count: number;
  sum: number;
}

/**
 * Measures request durations by operation and status: an ordinary histogram in the exposition. The counts are
 * kept here, because the library's histogram rebuilds and checks the labels with every request, a noticeable
 * cost for a small one.
 */
export function requestTimes(
  registry: Registry,
): (operation: string, status: number, seconds: number) => void {
  const times = new Map<string, Map<number, Times>>();
  const get = async () => ({
    ...{ name: NAME, help: 'Duration of requests', type: 'histogram', aggregator: 'sum' },
    values: [...times].flatMap(([operation, statuses]) =>
      [...statuses].flatMap(([status, of]) => samples({ operation, status: String(status) }, of)),
    ),
  });
  registry.registerMetric({ name: NAME, get } as unknown as Metric);
  return (operation, status, seconds) => {
    const of = times.getOrInsertComputed(operation, newStatuses).getOrInsertComputed(status, noTimes);
    const bucket = bucketOf(seconds);
    of.counts[bucket] = (of.counts[bucket] ?? 0) + 1;
    of.count += 1;
    of.sum += seconds;
  };
}

const newStatuses = () => new Map<number, Times>();
const noTimes = (): Times => ({ counts: Array(BOUNDS.length + 1).fill(0), count: 0, sum: 0 });

function bucketOf(seconds: number): number {
  let bucket = 0;
  while (bucket < BOUNDS.length && seconds > (BOUNDS[bucket] as number)) bucket++;
  return bucket;
}

/** Prometheus buckets are cumulative. */
function samples(labels: Record<string, string>, { counts, count, sum }: Times) {
  let below = 0;
  const buckets = BOUNDS.map((le, bucket) => {
    below += counts[bucket] ?? 0;
    return { metricName: `${NAME}_bucket`, labels: { le, ...labels }, value: below };
  });
  return [
    ...buckets,
    { metricName: `${NAME}_bucket`, labels: { le: '+Inf', ...labels }, value: count },
    { metricName: `${NAME}_sum`, labels, value: sum },
    { metricName: `${NAME}_count`, labels, value: count },
  ];
}
