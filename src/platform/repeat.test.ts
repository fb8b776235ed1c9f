import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, it } from 'vitest';
import { repeat, untilResponse } from './repeat.ts';

const away = Object.assign(new pg.DatabaseError('terminating', 0, 'error'), { code: '57P01' });

it('repeats work one at a time, also when the database was away, until it is stopped', async () => {
  const done: string[] = [];
  let running = 0;
  const repeated = repeat(
    async () => {
      running += 1;
      await sleep(10);
      done.push(`${running}`);
      running -= 1;
      if (done.length === 2) throw away;
    },
    { everyMs: 1, onFault: (error) => done.push(String(error)) },
  );
  while (done.length < 4) await sleep(5);
  repeated.stop();
  const count = done.length;
  await sleep(50);
  expect(done.length - count).toBeLessThanOrEqual(1); // one may have been under way
  expect(new Set(done)).toEqual(new Set(['1']));
});

it('ends with any other failure', async () => {
  const faults: unknown[] = [];
  let count = 0;
  repeat(
    async () => {
      count += 1;
      throw new RangeError('a fault');
    },
    { everyMs: 1, onFault: (error) => faults.push(error) },
  );
  await sleep(50);
  expect([count, faults]).toEqual([1, [new RangeError('a fault')]]);
});

it('asks until there is a response', async () => {
  const responses = [away, 'found'];
  const run = async () => {
    const response = responses.shift();
    if (response instanceof Error) throw response;
    return response;
  };
  expect(await untilResponse(run, new AbortController().signal)).toBe('found');
});

it('asks no more when nobody wants to know, and never after another failure', async () => {
  const over = new AbortController();
  const requested = untilResponse(async () => Promise.reject(away), over.signal);
  setTimeout(() => over.abort(), 20);
  await expect(requested).rejects.toBe(away);
  const fault = new RangeError('a fault');
  await expect(untilResponse(async () => Promise.reject(fault), new AbortController().signal)).rejects.toBe(
    fault,
  );
});
