import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HourRows } from './context-sums.ts';
import { type Folding, foldLater } from './folding.ts';

type Answer = { isAll: boolean } | null | Error;

/** What the database says to one fold after the other; all of it was folded when nothing is said. */
let answers: Answer[];
/** Folds that were asked for. */
let folds: number;
/** Holds a fold until it is called. */
let goOn: (() => void) | null;
let folding: Folding;

beforeEach(() => {
  vi.useFakeTimers();
  [answers, folds, goOn] = [[], 0, null];
  folding = foldLater(async () => {
    folds++;
    const answer = answers.length > 0 ? answers.shift() : { isAll: true };
    if (goOn)
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    if (answer instanceof Error) throw answer;
    return answer as { isAll: boolean } | null;
  });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Of a group with so many contexts. */
function placesOf(count: number): HourRows {
  const contextIds = Array.from({ length: count }, (_, n) => n);
  return { contextIds, parts: [], hourAts: [], units: [], events: [] };
}

const passMs = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('when there are many additions', async () => {
  for (let group = 0; group < 15; group++) folding.added(placesOf(1_000));
  await passMs(0);
  expect(folds).toBe(0);
  folding.added(placesOf(1_000));
  await passMs(0);
  expect(folds).toBe(1);
  // The count begins anew, and so does the minute.
  for (let group = 0; group < 15; group++) folding.added(placesOf(1_000));
  await passMs(59_000);
  expect(folds).toBe(1);
});

it('sooner when groups are small, whose rows are many', async () => {
  for (let group = 0; group < 1_777; group++) folding.added(placesOf(1));
  await passMs(0);
  expect(folds).toBe(0);
  folding.added(placesOf(1));
  await passMs(0);
  expect(folds).toBe(1);
});

it('a minute after the first when there are few, and not without any', async () => {
  folding.added(placesOf(0), placesOf(0));
  await passMs(120_000);
  expect(folds).toBe(0);
  folding.added(placesOf(3), placesOf(1));
  await passMs(50_000);
  folding.added(placesOf(3));
  await passMs(9_000);
  expect(folds).toBe(0);
  await passMs(1_001);
  expect(folds).toBe(1);
  await passMs(120_000);
  expect(folds).toBe(1);
});

it('transaction by transaction until nothing is left, never two at a time', async () => {
  answers = [{ isAll: false }, { isAll: false }, { isAll: true }];
  goOn = () => undefined;
  folding.added(placesOf(16_000));
  await passMs(0);
  folding.added(placesOf(16_000));
  await passMs(0);
  expect(folds).toBe(1);
  for (let fold = 2; fold <= 3; fold++) {
    goOn();
    await passMs(0);
    expect(folds).toBe(fold);
  }
  const last = goOn;
  goOn = null;
  last();
  await passMs(1);
  // What was added while the first of them went on was seen by the last; it is folded once.
  expect(folds).toBe(3);
  await passMs(60_001);
  expect(folds).toBe(3);
});

/** Folds once, so that it rests. */
async function foldOnce(): Promise<void> {
  folding.added(placesOf(16_000));
  await passMs(0);
  expect(folds).toBe(1);
}

it('after a rest when as many came soon after', async () => {
  await foldOnce();
  folding.added(placesOf(20_000));
  await passMs(3_900);
  expect(folds).toBe(1);
  await passMs(200);
  expect(folds).toBe(2);
});

it('before the rest is over when very many came, and rests anew', async () => {
  await foldOnce();
  await passMs(3_000);
  folding.added(placesOf(31_000));
  await passMs(0);
  expect(folds).toBe(1);
  folding.added(placesOf(1_000));
  await passMs(0);
  expect(folds).toBe(2);
  folding.added(placesOf(20_000));
  await passMs(3_900);
  expect(folds).toBe(2);
  await passMs(200);
  expect(folds).toBe(3);
});

it('at once when as many come after the rest', async () => {
  await foldOnce();
  await passMs(4_001);
  folding.added(placesOf(16_000));
  await passMs(0);
  expect(folds).toBe(2);
});

it('again at once when very many came while it folded', async () => {
  goOn = () => undefined;
  folding.added(placesOf(16_000));
  await passMs(0);
  folding.added(placesOf(32_000));
  const first = goOn;
  goOn = null;
  first();
  await passMs(1);
  expect(folds).toBe(2);
});

it.each([
  ['somebody else was at it', null],
  ['it failed', new Error('the database is gone')],
])('again after a second when %s, and later groups go their own way meanwhile', async (_, answer) => {
  answers = [answer];
  folding.added(placesOf(16_000));
  await passMs(0);
  for (let group = 0; group < 60; group++) folding.added(placesOf(1_000));
  await passMs(900);
  expect([folds, folding.isBehind]).toEqual([1, true]);
  await passMs(200);
  expect([folds, folding.isBehind]).toEqual([2, false]);
});
