import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { briefMemory } from './brief-memory.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it('asks once a second for each name', async () => {
  const remember = briefMemory<object>();
  const known = { is: 'known' };
  const find = vi.fn(async () => known);
  const ask = (name: string) => remember(name, find);
  expect([await ask('a'), await ask('a'), await ask('b')]).toEqual([known, known, known]);
  // What is remembered is there at once.
  expect(ask('a')).toBe(known);
  expect(find).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(999);
  await ask('a');
  expect(find).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1);
  await ask('a');
  expect(find).toHaveBeenCalledTimes(3);
});

it('counts from the question, because the answer may be as old', async () => {
  const remember = briefMemory<number>();
  let responses = 0;
  const slow = async () => {
    vi.advanceTimersByTime(600);
    return ++responses;
  };
  expect(await remember('a', slow)).toBe(1);
  vi.advanceTimersByTime(399);
  expect(await remember('a', slow)).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await remember('a', slow)).toBe(2);
});

it('does not remember what was not found, nor what was found before it was lost', async () => {
  const remember = briefMemory<string>();
  const responses: (string | null)[] = [null, 'there', null, null];
  const find = async () => responses.shift() ?? null;
  expect(await remember('a', find)).toBeNull();
  expect(await remember('a', find)).toBe('there');
  vi.advanceTimersByTime(1000);
  expect(await remember('a', find)).toBeNull();
  expect(await remember('a', find)).toBeNull();
  expect(responses).toEqual([]);
});

it('asks once for all who ask meanwhile, and again after a failure', async () => {
  const remember = briefMemory<string>();
  const responses: PromiseWithResolvers<string>[] = [];
  const find = () => {
    const response = Promise.withResolvers<string>();
    responses.push(response);
    return response.promise;
  };
  const failing = [remember('a', find), remember('a', find)];
  expect(responses).toHaveLength(1);
  responses[0]?.reject(new Error('gone'));
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const asking = [remember('a', find), remember('a', find), remember('b', find)];
  expect(responses).toHaveLength(3);
  // An answer that is as old as this is not given to those who come now.
  vi.advanceTimersByTime(1000);
  const later = remember('a', find);
  expect(responses).toHaveLength(4);
  for (const [i, name] of ['', 'old', 'b', 'new'].entries()) responses[i]?.resolve(name);
  expect(await Promise.all([...asking, later])).toEqual(['old', 'old', 'b', 'new']);
});
