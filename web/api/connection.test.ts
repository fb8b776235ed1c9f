import { expect, test } from 'vitest';
import { createConnection } from './connection.ts';

test('those who listen are told of changes only', async () => {
  let isReady = true;
  const connection = createConnection(async () => isReady);
  const seen: boolean[] = [];
  const stop = connection.subscribe(() => seen.push(connection.isLost()));
  for (const now of [true, false, false, true, true, false]) {
    isReady = now;
    await connection.ask();
  }
  stop();
  isReady = true;
  await connection.ask();
  expect(seen).toEqual([true, false, true]);
});

test('the service is asked once at a time', async () => {
  let count = 0;
  const connection = createConnection(async () => ++count > 0);
  await Promise.all([connection.ask(), connection.ask()]);
  await connection.ask();
  expect(count).toBe(2);
});
