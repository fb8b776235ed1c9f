import { expect, test } from 'vitest';
import { type Tail, withMessage } from './use-tail.ts';

const START: Tail = { events: [], count: 0, state: 'connecting', dropped: 0 };
const event = (id: string) => ({ event: 'event', id, data: { referenceId: id } });

test('the latest events are kept, newest first, and all are counted', () => {
  let tail = START;
  for (let index = 1; index <= 501; index++) tail = withMessage(tail, event(`e${index}`));
  expect([tail.events.length, tail.events[0]?.referenceId, tail.events.at(-1)?.referenceId]).toEqual([
    500,
    'e501',
    'e2',
  ]);
  expect([tail.count, tail.state]).toEqual([501, 'live']);
});

test('what the service left out is summed', () => {
  const dropped = { event: 'dropped', id: undefined, data: { count: 3 } };
  expect(withMessage(withMessage(START, dropped), dropped).dropped).toBe(6);
});

test('a sign of life connects', () => {
  expect(withMessage(START, { event: 'heartbeat', id: undefined, data: null })).toEqual({
    ...START,
    state: 'live',
  });
});
