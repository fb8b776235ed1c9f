import { describe, expect, it } from 'vitest';
import { nextByHand, nextSignsFrom, type SigningKey, signerAt, verifiersAt } from './signing-keys.ts';

/** Keys called after the day of 2030 from which they sign, counted from 1 January as 0. */
const START = Temporal.Instant.from('2030-01-01T00:00:00Z');
const at = (days: number, hours = 0) => START.add({ hours: 24 * days + hours });
const key = (signs: number, made = signs): SigningKey => ({
  jwk: { kty: 'EC', kid: `day ${signs}` },
  signsFrom: at(signs),
  createdAt: at(made),
});
const names = (keys: readonly SigningKey[]) => keys.map(({ jwk }) => jwk.kid);
const THREE = [key(180), key(0), key(90)];

describe('at an instant', () => {
  it.each([
    //  signs                        verifies
    [-1, 0, 'day 0', ['day 0', 'day 90', 'day 180']], // a clock that is behind
    [0, 0, 'day 0', ['day 0', 'day 90', 'day 180']],
    [89, 23, 'day 0', ['day 0', 'day 90', 'day 180']],
    [90, 0, 'day 90', ['day 0', 'day 90', 'day 180']],
    [91, 0, 'day 90', ['day 0', 'day 90', 'day 180']], // 24 hours later: the last token of the old one ends
    [91, 1, 'day 90', ['day 90', 'day 180']], // 25 hours
    [400, 0, 'day 180', ['day 180']],
  ])('day %d and %d h: %s signs, and %j verify', (days, hours, signs, verify) => {
    expect(signerAt(THREE, at(days, hours)).jwk.kid).toBe(signs);
    expect(names(verifiersAt(THREE, at(days, hours)))).toEqual(verify);
  });
});

describe('the next key', () => {
  it.each([
    [[], at(0), at(0)], // the first signs at once
    [[key(0)], at(0), at(90)], // made while the first begins: 90 days ahead
    [[key(0)], at(60), at(90)],
    [[key(0), key(90)], at(60), null], // it waits
    [[key(0), key(90)], at(90), at(180)],
    [[key(0)], at(89, 12), at(90, 12)], // not sooner than a day from now
    [[key(0)], at(300), at(301)], // after a long sleep too
  ])('of %#', (keys, now, expected) => {
    expect(nextSignsFrom(keys as SigningKey[], now as Temporal.Instant)?.toString()).toBe(
      (expected as Temporal.Instant | null)?.toString(),
    );
  });

  it('signs at once by hand when it was published for ten minutes', () => {
    const keys = [key(0), key(90, 10)];
    const minutes = (count: number) => at(10).add({ minutes: count });
    expect(nextByHand(keys, minutes(9))).toEqual({ readyAt: minutes(10) });
    expect(nextByHand(keys, minutes(10))).toEqual({ key: keys[1] });
    expect(nextByHand([key(0)], at(10))).toBeNull();
  });
});
