import { Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';
import { requestTimes } from './request-times.ts';

it('prints what the histogram of the library prints', async () => {
  const [own, library] = [new Registry(), new Registry()];
  const observe = requestTimes(own);
  const histogram = new Histogram({
    ...{ name: 'tallymark_http_request_seconds', help: 'Duration of requests' },
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [library],
  });
  expect(await own.metrics()).toBe(await library.metrics());
  for (const seconds of [0, 0.0007, 0.001, 0.00100001, 0.0025, 0.3, 1, 10, 10.5, 3600])
    for (const [operation, status] of [
      ['ingestEvent', 202],
      ['ingestEvent', 400],
      ['/metrics', 200],
      ['a "quoted"\nroute', 404],
    ] as const) {
      // One series has a request of its own, so that no two are alike.
      if (status === 400 && seconds > 1) continue;
      observe(operation, status, seconds);
      histogram.labels(operation, String(status)).observe(seconds);
    }
  const lines = (text: string) => text.split('\n').sort();
  expect(lines(await own.metrics())).toEqual(lines(await library.metrics()));
});

it('is among the figures of a service', async () => {
  const metrics = createMetrics();
  metrics.observeRequest('ingestEvent', 202, 0.002);
  const text = await metrics.print();
  expect(text).toContain('# TYPE tallymark_http_request_seconds histogram');
  expect(text).toContain(
    'tallymark_http_request_seconds_bucket{le="0.0025",operation="ingestEvent",status="202"} 1',
  );
});
