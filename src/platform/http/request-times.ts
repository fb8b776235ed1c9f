import type { Metric, Registry } from 'prom-client';

const NAME = 'tallymark_http_request_seconds';
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** Of one operation and status. */
interface Times {
  /** Requests in each bucket, and in the last one those that took longer than any bound. */
  counts: number[];
  count: number;
  sum: number;
}

/**
 * Counts how long requests took, by operation and status: a histogram as any other in the exposition. Its
 * counts are kept here, because the histogram of the library makes and checks the labels anew with every
 * request, which a small one feels.
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

/** Buckets are printed as sums of all up to them. */
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
