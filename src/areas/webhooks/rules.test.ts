import { describe, expect, it, test } from 'vitest';
import { decideAttempt, decideEndpoint } from './rules.ts';

const AT = Temporal.Instant.from('2030-01-01T00:00:00Z');
const MIDDLE = 0.5;

function waitOf(status: number | null, tried: { failures?: number; random?: number; after?: string }) {
  const verdict = decideAttempt(
    { status, retryAfter: tried.after ?? null },
    { failuresBefore: tried.failures ?? 0, at: AT, random: tried.random ?? MIDDLE },
  );
  if (verdict.status !== 'RETRYING') return verdict.status;
  return verdict.nextAttemptAt.since(AT).total('seconds');
}

describe('the waits after failures', () => {
  test.each([
    // failures before   seconds
    [0, 5],
    [1, 300],
    [2, 1800],
    [3, 7200],
    [4, 18_000],
    [5, 36_000],
    [6, 50_400],
    [7, 72_000],
    [8, 86_400],
    [9, 'FAILED'], // the tenth failure
  ])('after %i others: %s', (failures, expected) => {
    expect(waitOf(500, { failures })).toBe(expected);
  });

  it('are ten per cent shorter or longer', () => {
    expect(waitOf(500, { failures: 1, random: 0 })).toBe(270);
    expect(waitOf(500, { failures: 1, random: 1 })).toBe(330);
  });

  it('come to about 75 hours', () => {
    const waits = Array.from({ length: 9 }, (_, failures) => Number(waitOf(500, { failures })));
    // 5 + 300 + 1800 + 7200 + 18000 + 36000 + 50400 + 72000 + 86400 = 272105 s
    expect(waits.reduce((sum, wait) => sum + wait)).toBe(272_105);
  });
});

describe('a response', () => {
  test.each<[number | null, string | number]>([
    [200, 'DELIVERED'],
    [204, 'DELIVERED'],
    [299, 'DELIVERED'],
    [301, 5], // redirects are not followed
    [400, 5],
    [410, 'FAILED'],
    [500, 5],
    [null, 5],
  ])('of %s: %s', (status, expected) => {
    expect(waitOf(status, {})).toBe(expected);
  });

  test.each<[number, string, number]>([
    [429, '120', 120],
    [503, '120', 120],
    [500, '120', 5], // only where it means that
    [429, '1', 5], // never sooner than the table
    [429, '90000', 86_400], // a day at most
    [429, 'Tue, 01 Jan 2030 00:10:00 GMT', 600],
    [429, 'Mon, 31 Dec 2029 00:00:00 GMT', 5],
    [429, 'soon', 5],
    [429, '-5', 5],
    [429, '1e9', 5],
    [429, '', 5],
  ])('of %i with Retry-After %j waits %i s', (status, after, expected) => {
    expect(waitOf(status, { after })).toBe(expected);
  });
});

test.each<[number | null, number, string | null]>([
  // status, hours since the first failure
  [500, 0, null],
  [500, 119, null],
  [500, 120, 'FAILING'],
  [null, 121, 'FAILING'],
  [410, 0, 'GONE'],
])('an endpoint that answers %s and has failed for %i hours: %s', (status, hours, expected) => {
  expect(decideEndpoint(status, { since: AT.subtract({ hours }), at: AT })).toBe(expected);
});
