import { expect, it } from 'vitest';
import { IS_FULL, roundsOf } from './effort.ts';

const ALL = Array.from({ length: 29 }, (_, index) => index);

it('a day takes so many rounds at most, and one after the other all of them are taken', () => {
  // Of 29, every eighth.
  const days = Array.from({ length: 8 }, (_, from) => roundsOf(ALL, { everyday: 4, from }));
  for (const day of days) expect(day.length).toBeLessThanOrEqual(IS_FULL ? ALL.length : 4);
  expect([...new Set(days.flat())].toSorted((one, other) => one - other)).toEqual(ALL);
});

it('few are taken as they are', () => {
  expect(roundsOf(ALL, { everyday: 29 })).toEqual(ALL);
  expect(roundsOf([], { everyday: 1 })).toEqual([]);
});
