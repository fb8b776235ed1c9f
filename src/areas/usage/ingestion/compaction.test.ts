import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HourRows } from '../store/context-usage.ts';
import { type Compaction, compactLater } from './compaction.ts';

type ApiResponse = { isAll: boolean } | null | Error;

/** What the database says to one fold after the other; all of it was folded when nothing is said. */
let responses: ApiResponse[];
/** Folds that were asked for. */
let compacts: number;
/** Holds a fold until it is called. */
let goOn: (() => void) | null;
let compaction: Compaction;

beforeEach(() => {
  vi.useFakeTimers();
  [responses, compacts, goOn] = [[], 0, null];
  compaction = compactLater(async () => {
    compacts++;
    const response = responses.length > 0 ? responses.shift() : { isAll: true };
    if (goOn)
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    if (response instanceof Error) throw response;
    return response as { isAll: boolean } | null;
  });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Of a group with so many contexts. */
function deltasOf(count: number): HourRows {
  const contextIds = Array.from({ length: count }, (_, n) => n);
  return { contextIds, parts: [], hourAts: [], units: [], events: [] };
}

const passMs = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('when there are many additions', async () => {
  for (let group = 0; group < 15; group++) compaction.added(deltasOf(1_000));
  await passMs(0);
  expect(compacts).toBe(0);
  compaction.added(deltasOf(1_000));
  await passMs(0);
  expect(compacts).toBe(1);
  // The count begins anew, and so does the minute.
  for (let group = 0; group < 15; group++) compaction.added(deltasOf(1_000));
  await passMs(59_000);
  expect(compacts).toBe(1);
});

it('sooner when groups are small, whose rows are many', async () => {
  for (let group = 0; group < 1_777; group++) compaction.added(deltasOf(1));
  await passMs(0);
  expect(compacts).toBe(0);
  compaction.added(deltasOf(1));
  await passMs(0);
  expect(compacts).toBe(1);
});

it('a minute after the first when there are few, and not without any', async () => {
  compaction.added(deltasOf(0), deltasOf(0));
  await passMs(120_000);
  expect(compacts).toBe(0);
  compaction.added(deltasOf(3), deltasOf(1));
  await passMs(50_000);
  compaction.added(deltasOf(3));
  await passMs(9_000);
  expect(compacts).toBe(0);
  await passMs(1_001);
  expect(compacts).toBe(1);
  await passMs(120_000);
  expect(compacts).toBe(1);
});

it('transaction by transaction until nothing is left, never two at a time', async () => {
  responses = [{ isAll: false }, { isAll: false }, { isAll: true }];
  goOn = () => undefined;
  compaction.added(deltasOf(16_000));
  await passMs(0);
  compaction.added(deltasOf(16_000));
  await passMs(0);
  expect(compacts).toBe(1);
  for (let compact = 2; compact <= 3; compact++) {
    goOn();
    await passMs(0);
    expect(compacts).toBe(compact);
  }
  const last = goOn;
  goOn = null;
  last();
  await passMs(1);
  // What was added while the first of them went on was seen by the last; it is folded once.
  expect(compacts).toBe(3);
  await passMs(60_001);
  expect(compacts).toBe(3);
});

/** Folds once, so that it rests. */
async function compactOnce(): Promise<void> {
  compaction.added(deltasOf(16_000));
  await passMs(0);
  expect(compacts).toBe(1);
}

it('after a rest when as many came soon after', async () => {
  await compactOnce();
  compaction.added(deltasOf(20_000));
  await passMs(3_900);
  expect(compacts).toBe(1);
  await passMs(200);
  expect(compacts).toBe(2);
});

it('before the rest is over when very many came, and rests anew', async () => {
  await compactOnce();
  await passMs(3_000);
  compaction.added(deltasOf(31_000));
  await passMs(0);
  expect(compacts).toBe(1);
  compaction.added(deltasOf(1_000));
  await passMs(0);
  expect(compacts).toBe(2);
  compaction.added(deltasOf(20_000));
  await passMs(3_900);
  expect(compacts).toBe(2);
  await passMs(200);
  expect(compacts).toBe(3);
});

it('at once when as many come after the rest', async () => {
  await compactOnce();
  await passMs(4_001);
  compaction.added(deltasOf(16_000));
  await passMs(0);
  expect(compacts).toBe(2);
});

it('again at once when very many came while it folded', async () => {
  goOn = () => undefined;
  compaction.added(deltasOf(16_000));
  await passMs(0);
  compaction.added(deltasOf(32_000));
  const first = goOn;
  goOn = null;
  first();
  await passMs(1);
  expect(compacts).toBe(2);
});

it.each([
  ['somebody else was at it', null],
  ['it failed', new Error('the database is gone')],
])('again after a second when %s, and later groups go their own way meanwhile', async (_, response) => {
  responses = [response];
  compaction.added(deltasOf(16_000));
  await passMs(0);
  for (let group = 0; group < 60; group++) compaction.added(deltasOf(1_000));
  await passMs(900);
  expect([compacts, compaction.isBehind]).toEqual([1, true]);
  await passMs(200);
  expect([compacts, compaction.isBehind]).toEqual([2, false]);
});
