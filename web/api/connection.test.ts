import { expect, test } from 'vitest';
import { createConnection } from './connection.ts';

test('those who listen are told of changes only', () => {
  const connection = createConnection();
  const seen: boolean[] = [];
  const stop = connection.subscribe(() => seen.push(connection.isLost()));
  for (const hasReached of [true, false, false, true, true, false]) connection.report(hasReached);
  stop();
  connection.report(true);
  expect(seen).toEqual([true, false, true]);
});
