import { describe, expect, it } from 'vitest';
import { newId, newTimeUuid, randomBase62 } from './ids.ts';

const now = Temporal.Instant.from('2026-01-31T00:00:00Z');
const later = now.add({ milliseconds: 1 });

describe('an id', () => {
  it('has its prefix, eight characters of time and seven random ones', () => {
    expect(newId('addon', now)).toMatch(/^addon\.[0-9A-Za-z]{8}\.[0-9A-Za-z]{7}$/);
  });

  it('of a later instant sorts later by code points', () => {
    const instants = [
      '1970-01-01T00:00Z',
      '2026-01-31T00:00Z',
      '2026-01-31T00:00:00.001Z',
      '2999-01-01T00:00Z',
      '9999-12-31T00:00Z',
    ];
    const ids = instants.map((text) => newId('x', Temporal.Instant.from(text)));
    expect(ids.toSorted()).toEqual(ids);
  });

  it('is not repeated within a millisecond', () => {
    expect(new Set(Array.from({ length: 20_000 }, () => newId('x', now))).size).toBe(20_000);
  });

  it('is made also for instants before 1970', () => {
    expect(newId('x', Temporal.Instant.from('0001-01-01T00:00Z'))).toMatch(/^x\.0{8}\./);
  });
});

describe('a UUID of time', () => {
  it('is version 7 and its time is `now`', () => {
    const uuid = newTimeUuid(now);
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16)).toBe(now.epochMilliseconds);
    expect(newTimeUuid(later) > uuid).toBe(true);
    expect(newTimeUuid(Temporal.Instant.from('0001-01-01T00:00Z'))).toMatch(/^00000000-0000-7/);
  });
});

describe('random text', () => {
  it('uses every character of base 62 about equally often', () => {
    const counts = Map.groupBy(randomBase62(62_000), (char) => char);
    expect(counts.size).toBe(62);
    // 1000 expected; 5 standard deviations of a binomial are about 157
    for (const [char, found] of counts) expect(found.length, char).toBeGreaterThan(800);
  });
});
