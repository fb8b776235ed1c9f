import { expect, it } from 'vitest';
import { longestTurnMs } from './longest-turn.ts';

const LIMIT_MS = 50;

/** Uses the processor for a time, in milliseconds. */
function compute(ms: number): void {
  const start = process.threadCpuUsage();
  for (;;) {
    const { user, system } = process.threadCpuUsage(start);
    if (user + system >= ms * 1000) return;
  }
}

it('a turn of more than twice the limit is seen, however loaded the machine is', async () => {
  expect(await longestTurnMs(async () => compute(2 * LIMIT_MS + 10))).toBeGreaterThan(LIMIT_MS);
});

it('many short turns are not a long one, and neither is waiting', async () => {
  const longest = await longestTurnMs(async () => {
    for (let turn = 0; turn < 20; turn++) {
      compute(5);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });
  expect(longest).toBeLessThan(LIMIT_MS / 2);
});
