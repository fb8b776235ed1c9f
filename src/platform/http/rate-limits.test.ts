import { describe, expect, it } from 'vitest';
import type { Problem } from '../problem.ts';
import { addressKey, parseRate, type Rate, type RateLimits, rateLimiter } from './rate-limits.ts';

const HOUR = 3_600_000;
const limits = (rate: Rate | null): RateLimits => ({
  ingest: rate,
  ingestBatch: rate,
  other: rate,
  portal: rate,
  unauthenticated: rate,
});

/** A limiter whose time is moved by the test. */
function limiterAt(rate: Rate | null) {
  const clock = { ms: 1_000_000.125 };
  const limiter = rateLimiter(limits(rate), () => clock.ms);
  const take = (key = 'a'): Record<string, string> | Problem => {
    try {
      return limiter.take('other', key);
    } catch (error) {
      return error as Problem;
    }
  };
  return { clock, limiter, take };
}

describe('a bucket of 2 an hour', () => {
  const rejected = { status: 429, code: 'RATE_LIMITED' };

  it('takes twice the rate at once, then one each half hour', () => {
    const { clock, take } = limiterAt({ count: 2, perMs: HOUR });
    const remaining = [take(), take(), take(), take()].map(
      (headers) => (headers as Record<string, string>)['ratelimit-remaining'],
    );
    expect(remaining).toEqual(['3', '2', '1', '0']);
    expect(take()).toMatchObject({ ...rejected, headers: { 'retry-after': '1800' } });
    clock.ms += HOUR / 2 - 1;
    expect(take()).toMatchObject({ ...rejected, headers: { 'retry-after': '1' } });
    clock.ms += 1;
    expect(take()).toMatchObject({ 'ratelimit-remaining': '0' });
    expect(take()).toMatchObject(rejected);
  });

  it('a rejected request takes no token', () => {
    const { clock, take } = limiterAt({ count: 2, perMs: HOUR });
    for (let i = 0; i < 100; i++) take();
    clock.ms += HOUR / 2;
    expect(take()).toMatchObject({
      'ratelimit-limit': '4',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '7200',
    });
  });

  it('is full again after twice its time, and no fuller', () => {
    const { clock, take } = limiterAt({ count: 2, perMs: HOUR });
    for (let i = 0; i < 4; i++) take();
    clock.ms += 100 * HOUR;
    expect(take()).toMatchObject({ 'ratelimit-remaining': '3', 'ratelimit-reset': '1800' });
  });

  it('says what to do', () => {
    const { take } = limiterAt({ count: 2, perMs: HOUR });
    for (let i = 0; i < 4; i++) take();
    expect((take() as Problem).message).toBe(
      'rate limit exceeded; send at most 2 requests a hour; repeat this request in 1800 s',
    );
  });

  it('is one for each caller and class', () => {
    const { limiter, take } = limiterAt({ count: 2, perMs: HOUR });
    for (let i = 0; i < 5; i++) take('a');
    expect(take('b')).toMatchObject({ 'ratelimit-remaining': '3' });
    expect(limiter.take('ingest', 'a')).toMatchObject({ 'ratelimit-remaining': '3' });
  });
});

describe('a limiter', () => {
  it('that is off says nothing and remembers nobody', () => {
    const { limiter, take } = limiterAt(null);
    expect(take()).toEqual({});
    expect(limiter.size).toBe(0);
  });

  it.each([1, 3, 7, 300, 9_999_999])('lets %d a minute through to the last one', (count) => {
    const { clock, take } = limiterAt({ count, perMs: 60_000 });
    for (let i = 0; i < Math.min(2 * count, 1000); i++) expect(take()).not.toHaveProperty('status');
    for (let i = 0; i < 1000; i++) {
      clock.ms += 60_000 / count;
      expect(take()).not.toHaveProperty('status');
    }
  });

  it('remembers at most 20,000 callers, those who called last', () => {
    const { limiter, take } = limiterAt({ count: 1, perMs: HOUR });
    for (let i = 0; i < 100_000; i++) take(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`);
    expect(limiter.size).toBe(20_000);
    expect(take('10.1.134.159')).toMatchObject({ 'ratelimit-remaining': '0' }); // the last one, i = 99,999
    expect(take('10.0.0.0')).toMatchObject({ 'ratelimit-remaining': '1' });
  });
});

describe('rates in settings', () => {
  it.each([
    ['300/m', { count: 300, perMs: 60_000 }],
    ['1/s', { count: 1, perMs: 1000 }],
    ['9999999/h', { count: 9_999_999, perMs: HOUR }],
    ['off', null],
    ['OFF', null],
    ['10000000/h', undefined],
    ['0/s', undefined],
    ['-1/s', undefined],
    ['1.5/s', undefined],
    ['1/d', undefined],
    ['1', undefined],
    ['1 / s', undefined],
  ])('%s', (text, rate) => {
    expect(parseRate(text)).toEqual(rate);
  });
});

describe('addresses', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ])('%s counts as %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});
