import { expect, test, vi } from 'vitest';
import { soon } from './soon.ts';

test('what is there in time is waited for, also what failed, and nothing longer', async () => {
  vi.useFakeTimers();
  const order: string[] = [];
  const parts = [
    new Promise((resolve) => setTimeout(resolve, 100)).then(() => order.push('part')),
    Promise.reject(new Error('not for you')),
  ];
  const inTime = soon(parts).then(() => order.push('page'));
  await vi.advanceTimersByTimeAsync(100);
  await inTime;
  expect(order).toEqual(['part', 'page']);
  let isShown = false;
  void soon([new Promise(() => undefined)]).then(() => {
    isShown = true;
  });
  await vi.advanceTimersByTimeAsync(399);
  expect(isShown).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isShown).toBe(true);
  vi.useRealTimers();
});
