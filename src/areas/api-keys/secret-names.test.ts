import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { secretNames } from './secret-names.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());

it('names a secret by its hash, remembered or not', () => {
  const names = secretNames();
  for (const secret of ['sk_live_0001', 'grüße'])
    expect(names.of(secret)).toBe(createHash('sha256').update(secret).digest('hex'));
  expect(names.size).toBe(0);
  names.keep('sk_live_0001', names.of('sk_live_0001'));
  expect(names.of('sk_live_0001')).toBe(createHash('sha256').update('sk_live_0001').digest('hex'));
});

it('forgets every secret within a second, also when nobody asks', () => {
  const names = secretNames();
  names.keep('a', 'A');
  vi.advanceTimersByTime(999);
  names.keep('b', 'B');
  names.keep('a', 'A');
  expect([names.of('a'), names.size]).toEqual(['A', 2]);
  vi.advanceTimersByTime(1);
  expect(names.size).toBe(0);
  names.keep('b', 'B');
  vi.advanceTimersByTime(1000);
  expect(names.size).toBe(0);
});

it('remembers 10,000 secrets and no more', () => {
  const names = secretNames();
  for (let i = 0; i < 10_001; i++) names.keep(`secret ${i}`, 'name');
  expect(names.size).toBe(10_000);
});
