import { expect, it } from 'vitest';
import { terminalLine } from './terminal-log.ts';

const line = (members: object) =>
  terminalLine(
    JSON.stringify({
      time: '2030-01-01T12:00:01.500Z',
      level: 'info',
      service: 'tallymark',
      pid: 7,
      ...members,
    }),
  );

it.each([
  //  members                                             line
  [{ msg: 'ready' }, '12:00:01 info ready\n'],
  [
    { msg: 'request', operation: 'listAddOns', ms: 3.1 },
    '12:00:01 info request operation=listAddOns ms=3.1\n',
  ],
  [{ msg: 'x', text: 'two words', list: ['a'] }, '12:00:01 info x text="two words" list=["a"]\n'],
  [
    { msg: 'failed', err: { message: 'no', stack: 'Error: no\n  at a' } },
    '12:00:01 info failed\n    Error: no\n      at a\n',
  ],
])('%j', (members, expected) => {
  expect(line(members)).toBe(expected);
});
