import { expect, it } from 'vitest';
import { readMetrics } from './read-metrics.ts';

const TEXT = `# HELP tallymark_http_request_seconds Requests
# TYPE tallymark_http_request_seconds histogram
tallymark_http_request_seconds_bucket{le="0.1",operation="ingestEvent",status="200"} 4
tallymark_http_request_seconds_count{operation="ingestEvent",status="200"} 4
tallymark_http_request_seconds_count{operation="ingestBatch",status="202"} 3
tallymark_http_request_seconds_count{operation="ingestEvent",status="400"} 2
tallymark_http_request_seconds_count{operation="listAddOns",status="200"} 9
tallymark_writes_refused_total 1
tallymark_alarms_total{kind="USAGE_MISMATCH"} 1
tallymark_alarms_total{kind="a \\" b"} 2
process_cpu_seconds_total 12
`;

it.each([
  ['tallymark_http_request_seconds_count', { operation: /^ingest/, status: /^2/ }, 7],
  ['tallymark_http_request_seconds_count', {}, 18],
  ['tallymark_writes_refused_total', {}, 1],
  ['tallymark_alarms_total', {}, 3],
  ['process_cpu_seconds_total', {}, 0],
  ['tallymark_unknown', {}, 0],
])('%s with %o', (name, matching, expected) => {
  expect(readMetrics(TEXT).sum(name, matching)).toBe(expected);
});

it.each([
  ['tallymark_http_request_seconds_count', { operation: /^ingest/ }, 4],
  ['tallymark_http_request_seconds_count', {}, 9],
  ['tallymark_unknown', {}, 0],
])('the largest of %s with %o', (name, matching, expected) => {
  expect(readMetrics(TEXT).max(name, matching)).toBe(expected);
});
