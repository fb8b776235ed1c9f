import { Histogram, type Registry } from 'prom-client';

/** Counts how long requests took, by operation and status. */
export function requestTimes(
  registry: Registry,
): (operation: string, status: number, seconds: number) => void {
  const requests = new Histogram({
    name: 'tallymark_http_request_seconds',
    help: 'Duration of requests',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  // Labels are made once for each pair: a small request should not pay for that every time.
  const known = new Map<string, Map<number, ReturnType<typeof requests.labels>>>();
  return (operation, status, seconds) =>
    known
      .getOrInsertComputed(operation, () => new Map())
      .getOrInsertComputed(status, () => requests.labels(operation, String(status)))
      .observe(seconds);
}
