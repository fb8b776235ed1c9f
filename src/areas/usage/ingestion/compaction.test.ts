import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HourRows } from '../store/context-usage.ts';
import { type Compaction, compactLater } from './compaction.ts';

type Outcome = { isAll: boolean } | null | Error;

/** The results of successive compactions; without one, everything was compacted. */
let outcomes: Outcome[];
/** How many compactions have started. */
let compactions: number;
/** Holds a compaction until it is called. */
let goOn: (() => void) | null;
let compaction: Compaction;

beforeEach(() => {
  vi.useFakeTimers();
  [outcomes, compactions, goOn] = [[], 0, null];
  compaction = compactLater(async () => {
    compactions++;
    const outcome = outcomes.length > 0 ? outcomes.shift() : { isAll: true };
    if (goOn)
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    if (outcome instanceof Error) throw outcome;
    return outcome as { isAll: boolean } | null;
  });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The deltas of a group with this many contexts. */
function deltasOf(count: number): HourRows {
  const contextIds = Array.from({ length: count }, (_, n) => n);
  return { contextIds, parts: [], hourAts: [], units: [], events: [] };
}

const passMs = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('when there are many deltas', async () => {
  for (let group = 0; group < 15; group++) compaction.added(deltasOf(1_000));
  await passMs(0);
  expect(compactions).toBe(0);
  compaction.added(deltasOf(1_000));
  await passMs(0);
  expect(compactions).toBe(1);
  // The count begins anew, and so does the minute.
  for (let group = 0; group < 15; group++) compaction.added(deltasOf(1_000));
  await passMs(59_000);
  expect(compactions).toBe(1);
});

it('sooner when groups are small, whose rows are many', async () => {
  for (let group = 0; group < 1_777; group++) compaction.added(deltasOf(1));
  await passMs(0);
  expect(compactions).toBe(0);
  compaction.added(deltasOf(1));
  await passMs(0);
  expect(compactions).toBe(1);
});

it('a minute after the first when there are few, and not without any', async () => {
  compaction.added(deltasOf(0), deltasOf(0));
  await passMs(120_000);
  expect(compactions).toBe(0);
  compaction.added(deltasOf(3), deltasOf(1));
  await passMs(50_000);
  compaction.added(deltasOf(3));
  await passMs(9_000);
  expect(compactions).toBe(0);
  await passMs(1_001);
  expect(compactions).toBe(1);
  await passMs(120_000);
  expect(compactions).toBe(1);
});

it('transaction by transaction until nothing is left, never two at a time', async () => {
  outcomes = [{ isAll: false }, { isAll: false }, { isAll: true }];
  goOn = () => undefined;
  compaction.added(deltasOf(16_000));
  await passMs(0);
  compaction.added(deltasOf(16_000));
  await passMs(0);
  expect(compactions).toBe(1);
  for (let count = 2; count <= 3; count++) {
    goOn();
    await passMs(0);
    expect(compactions).toBe(count);
  }
  const last = goOn;
  goOn = null;
  last();
  await passMs(1);
  // The last transaction saw the deltas added during the first one; no further compaction runs.
  expect(compactions).toBe(3);
  await passMs(60_001);
  expect(compactions).toBe(3);
});

/** Compacts once, so that it rests. */
async function compactOnce(): Promise<void> {
  compaction.added(deltasOf(16_000));
  await passMs(0);
  expect(compactions).toBe(1);
}

it('after a rest when as many came soon after', async () => {
  await compactOnce();
  compaction.added(deltasOf(20_000));
  await passMs(3_900);
  expect(compactions).toBe(1);
  await passMs(200);
  expect(compactions).toBe(2);
});

it('before the rest is over when very many came, and rests anew', async () => {
  await compactOnce();
  await passMs(3_000);
  compaction.added(deltasOf(31_000));
  await passMs(0);
  expect(compactions).toBe(1);
  compaction.added(deltasOf(1_000));
  await passMs(0);
  expect(compactions).toBe(2);
  compaction.added(deltasOf(20_000));
  await passMs(3_900);
  expect(compactions).toBe(2);
  await passMs(200);
  expect(compactions).toBe(3);
});

it('at once when as many come after the rest', async () => {
  await compactOnce();
  await passMs(4_001);
  compaction.added(deltasOf(16_000));
  await passMs(0);
  expect(compactions).toBe(2);
});

it('again at once when very many came during a compaction', async () => {
  goOn = () => undefined;
  compaction.added(deltasOf(16_000));
  await passMs(0);
  compaction.added(deltasOf(32_000));
  const first = goOn;
  goOn = null;
  first();
  await passMs(1);
  expect(compactions).toBe(2);
});

it.each([
  ['somebody else was at it', null],
  ['it failed', new Error('the database is gone')],
])('again after a second when %s, and later groups go their own way meanwhile', async (_, outcome) => {
  outcomes = [outcome];
  compaction.added(deltasOf(16_000));
  await passMs(0);
  for (let group = 0; group < 60; group++) compaction.added(deltasOf(1_000));
  await passMs(900);
  expect([compactions, compaction.isBehind]).toEqual([1, true]);
  await passMs(200);
  expect([compactions, compaction.isBehind]).toEqual([2, false]);
});
