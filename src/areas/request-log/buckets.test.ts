import { expect, it } from 'vitest';
import { buckets } from './buckets.ts';

it('records of requests that send events one a second, and of others 50, after a burst', () => {
  let now = 0;
  const allowed = buckets(() => now);
  const count = (kind: 'success' | 'ingestion' | 'rejection', of: number) =>
    Array.from({ length: of }, () => allowed.take(1, kind)).filter(Boolean).length;
  expect([count('ingestion', 100), count('success', 3_000), count('rejection', 3_000)]).toEqual([
    ...[5, 2_000, 2_000],
  ]);
  now += 1_000;
  expect([count('ingestion', 100), count('success', 3_000)]).toEqual([1, 50]);
  // Another organization has its own.
  expect(allowed.take(2, 'ingestion')).toBe(true);
  now += 3_600_000;
  expect(count('success', 3_000)).toBe(2_000);
});

it('takes bytes whole or not at all', () => {
  const allowed = buckets(() => 0);
  const mebibyte = 1024 * 1024;
  expect([1, 2].map(() => allowed.take(1, 'bytes', 9 * mebibyte))).toEqual([true, false]);
  expect(allowed.take(1, 'bytes', 7 * mebibyte)).toBe(true);
});
