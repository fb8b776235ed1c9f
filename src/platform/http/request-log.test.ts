import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { RequestLog } from './request-log.ts';

function logTo(lines: string[], level = 'info') {
  return pino({ level, base: null, timestamp: false }, { write: (line: string) => lines.push(line) });
}

it('writes the same lines as a child that was made at once', () => {
  const [seen, expected] = [[] as string[], [] as string[]];
  const late = new RequestLog(logTo(seen, 'trace'), { requestId: 'r1' });
  const child = logTo(expected, 'trace').child({ requestId: 'r1' });
  for (const log of [late, child])
    for (const level of ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const) {
      log[level]({ a: 1 }, 'both %s', level);
      log[level]('text only');
      log[level](new Error('gone').message);
    }
  expect(seen).toHaveLength(18);
  expect(seen).toEqual(expected);
});

it('makes the child once, and not before it has something to say', () => {
  const lines: string[] = [];
  const parent = logTo(lines);
  const make = vi.spyOn(parent, 'child');
  const log = new RequestLog(parent, { requestId: 'r1' });
  expect(make).not.toHaveBeenCalled();
  log.warn('one');
  log.warn('two');
  expect(make).toHaveBeenCalledTimes(1);
  expect(make).toHaveBeenCalledWith({ requestId: 'r1' }, undefined);
});

it('has children and a level of its own', () => {
  const lines: string[] = [];
  const parent = logTo(lines);
  const log = new RequestLog(parent, { requestId: 'r1' });
  expect(log.level).toBe('info');
  log.level = 'error';
  log.info('not said');
  log.child({ part: 'p' }).error('said');
  parent.info('of the parent');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: 50, requestId: 'r1', part: 'p', msg: 'said' },
    { level: 30, msg: 'of the parent' },
  ]);
});
