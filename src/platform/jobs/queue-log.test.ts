import { expect, it } from 'vitest';
import { WritesUnavailable } from '../db/failures.ts';
import { queueLog } from './queue-log.ts';

it.each<[what: string, error: Error | undefined, lines: number]>([
  ['a task that failed', new Error('no route'), 1],
  ['a warning of the queue itself', undefined, 1],
  // The service has said so already, and each task would say it again.
  ['a task that was refused its writes', new WritesUnavailable('READ_ONLY'), 0],
])('says %s in %s lines', (what, error, count) => {
  const lines: string[] = [];
  const warn = (_: object, message: string) => lines.push(message);
  queueLog({ warn: warn as never }).error(what, error && { failure: true, error });
  expect(lines).toEqual(Array(count).fill(what));
});
