import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { shortLivedCache } from './short-lived-cache.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it('looks up each name once a second', async () => {
  const cache = shortLivedCache<object>();
  const known = { is: 'known' };
  const find = vi.fn(async () => known);
  const lookUp = (name: string) => cache(name, find);
  expect([await lookUp('a'), await lookUp('a'), await lookUp('b')]).toEqual([known, known, known]);
  // A cached value is there at once.
  expect(lookUp('a')).toBe(known);
  expect(find).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(999);
  await lookUp('a');
  expect(find).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1);
  await lookUp('a');
  expect(find).toHaveBeenCalledTimes(3);
});

it('counts from the start of the lookup, because its result may be as old', async () => {
  const cache = shortLivedCache<number>();
  let responses = 0;
  const slow = async () => {
    vi.advanceTimersByTime(600);
    return ++responses;
  };
  expect(await cache('a', slow)).toBe(1);
  vi.advanceTimersByTime(399);
  expect(await cache('a', slow)).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await cache('a', slow)).toBe(2);
});

it('caches neither misses nor values that are lost', async () => {
  const cache = shortLivedCache<string>();
  const responses: (string | null)[] = [null, 'there', null, null];
  const find = async () => responses.shift() ?? null;
  expect(await cache('a', find)).toBeNull();
  expect(await cache('a', find)).toBe('there');
  vi.advanceTimersByTime(1000);
  expect(await cache('a', find)).toBeNull();
  expect(await cache('a', find)).toBeNull();
  expect(responses).toEqual([]);
});

it('shares one lookup between concurrent callers, and repeats it after a failure', async () => {
  const cache = shortLivedCache<string>();
  const responses: PromiseWithResolvers<string>[] = [];
  const find = () => {
    const response = Promise.withResolvers<string>();
    responses.push(response);
    return response.promise;
  };
  const failing = [cache('a', find), cache('a', find)];
  expect(responses).toHaveLength(1);
  responses[0]?.reject(new Error('gone'));
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const waiting = [cache('a', find), cache('a', find), cache('b', find)];
  expect(responses).toHaveLength(3);
  // Later callers get no result of a lookup as old as this.
  vi.advanceTimersByTime(1000);
  const later = cache('a', find);
  expect(responses).toHaveLength(4);
  for (const [i, name] of ['', 'old', 'b', 'new'].entries()) responses[i]?.resolve(name);
  expect(await Promise.all([...waiting, later])).toEqual(['old', 'old', 'b', 'new']);
});
