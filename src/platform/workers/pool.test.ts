import { afterEach, describe, expect, it } from 'vitest';
import { tooManyAtOnce, type WorkerPool, workerPool } from './pool.ts';
import { type Task, task } from './task.ts';
import { TaskKilled } from './thread.ts';

/** What the threads of these tests can do. */
const PROGRAM = `
import { serveTasks } from '${new URL('./serve-tasks.ts', import.meta.url)}';
const buffers = [];
serveTasks([
  { name: 'echo', run: (input) => input },
  { name: 'fail', run: () => { throw new RangeError('no such thing'); } },
  { name: 'spin', run: () => { for (;;); } },
  { name: 'wait', run: (ms) => new Promise((resolve) => setTimeout(() => resolve(ms), ms)) },
  { name: 'grow', run: () => { const all = []; for (;;) all.push({ name: 'x'.repeat(10) + all.length }); } },
  { name: 'bytes', run: () => new Uint8Array([1, 2, 3]) },
  { name: 'die', run: () => process.exit(7) },
]);`;
const ENTRY = new URL(`data:text/javascript,${encodeURIComponent(PROGRAM)}`);
const limitMs = 20_000;
const echo: Task<unknown, unknown> = task('echo', { limitMs });
const wait: Task<number, number> = task('wait', { limitMs });
const bytes: Task<null, Uint8Array> = task('bytes', { limitMs });

const pools: WorkerPool[] = [];
function open(maxThreads: number, idleMs?: number): WorkerPool {
  const pool = workerPool({
    ...{ entry: ENTRY, maxThreads, logger: { warn: () => undefined } },
    ...(idleMs !== undefined && { idleMs }),
  });
  pools.push(pool);
  return pool;
}
const org = (orgId: number) => ({ org: { orgId } });
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

describe('a task', () => {
  it('gets what was sent and returns the result, instants and bytes too', async () => {
    const pool = open(1);
    const input = {
      at: Temporal.Instant.from('2030-01-15T00:00:00Z'),
      list: [null, 1.5, 'é', { deep: true }],
    };
    expect(await pool.run(echo, { ...org(1), input })).toEqual(input);
    expect(await pool.run(bytes, { ...org(1), input: null })).toEqual(new Uint8Array([1, 2, 3]));
  });

  it('that fails says why, and the thread goes on', async () => {
    const pool = open(1);
    const failing = pool.run(task('fail', { limitMs }), { ...org(1), input: null });
    await expect(failing).rejects.toMatchObject({ name: 'RangeError', message: 'no such thing' });
    expect(await pool.run(echo, { ...org(1), input: 2 })).toBe(2);
  });

  it.each([
    // what it does                       limit   why it is stopped
    ['spin', 'never ends', 200, 'time'],
    ['grow', 'takes all the memory', 60_000, 'memory'],
  ] as const)('%s, which %s, is stopped, and the next is done', async (name, _, limit, why) => {
    const pool = open(1);
    const hostile = pool.run(task(name, { limitMs: limit }), { ...org(1), input: null });
    const next = pool.run(echo, { ...org(1), input: 'next' });
    await expect(hostile).rejects.toSatisfy((error) => error instanceof TaskKilled && error.why === why);
    expect(await next).toBe('next');
  });

  it('whose thread ends fails, and the next is done', async () => {
    const pool = open(1);
    await expect(pool.run(task('die', { limitMs }), { ...org(1), input: null })).rejects.toThrow(
      'exited with 7',
    );
    expect(await pool.run(echo, { ...org(1), input: 1 })).toBe(1);
  });
});

describe('organizations', () => {
  it('have turns, however many requests one of them sends', async () => {
    const pool = open(1);
    const order: string[] = [];
    const request = (orgId: number, name: string) =>
      pool.run(echo, { ...org(orgId), input: name }).then(() => order.push(name));
    await Promise.all([
      request(1, 'a1'),
      request(1, 'a2'),
      request(1, 'a3'),
      request(2, 'b1'),
      request(3, 'c1'),
      request(2, 'b2'),
    ]);
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('have 8 requests in line at most, and as much timed work as there is', async () => {
    const pool = open(1);
    const requested = Array.from({ length: 12 }, () => pool.run(echo, { ...org(1), input: 1 }));
    const timed = Array.from({ length: 50 }, () =>
      pool.run(echo, { ...org(1), input: 1, isTimedWork: true }),
    );
    const responses = await Promise.allSettled(requested);
    const rejected = responses.filter(({ status }) => status === 'rejected');
    // The thread still starts when they come: none of the twelve runs yet.
    expect(rejected).toHaveLength(4);
    expect(rejected[0]).toMatchObject({
      reason: { status: 429, code: tooManyAtOnce.code, headers: { 'retry-after': '2' } },
    });
    await Promise.all(timed);
    expect(await pool.run(echo, { ...org(2), input: 'later' })).toBe('later');
  });

  it('find 503 when 200 requests of all of them wait', async () => {
    const pool = open(1);
    const requested = Array.from({ length: 201 }, (_, i) => pool.run(echo, { ...org(i), input: 1 }));
    const last = requested.pop();
    await expect(last).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
    await Promise.all(requested);
  });
});

describe('threads', () => {
  it('are left to timed work by requests, all but one', async () => {
    const pool = open(2);
    const long = [1, 2].map((orgId) =>
      pool.run(task('spin', { limitMs: 3_000 }), { ...org(orgId), input: 0 }),
    );
    const ends = Promise.allSettled(long);
    expect(await pool.run(wait, { ...org(3), input: 1, isTimedWork: true })).toBe(1);
    expect(await Promise.race([ends, Promise.resolve('still running')])).toBe('still running');
    await ends;
  });

  it('end when there is nothing to do, and start again', async () => {
    const pool = open(1, 1);
    await pool.run(echo, { ...org(1), input: 1 });
    const countThreads = () => process.getActiveResourcesInfo().filter((name) => name === 'Worker').length;
    await expect.poll(countThreads, { timeout: 20_000 }).toBe(0);
    expect(await pool.run(echo, { ...org(1), input: 2 })).toBe(2);
  });

  it('that cannot start say so to whom they were to serve', async () => {
    const broken = workerPool({
      ...{ entry: new URL('data:text/javascript,throw new Error("broken")'), maxThreads: 2 },
      logger: { warn: () => undefined },
    });
    pools.push(broken);
    await expect(broken.run(echo, { ...org(1), input: 1 })).rejects.toThrow('broken');
    await expect(broken.run(echo, { ...org(1), input: 1 })).rejects.toThrow('broken');
  });

  it('end when the pool is closed, and what waits is rejected', async () => {
    const pool = open(1);
    const spinning = pool.run(task('spin', { limitMs }), { ...org(1), input: 0 });
    const waiting = pool.run(echo, { ...org(1), input: 0 });
    const settled = Promise.allSettled([spinning, waiting]);
    await pool.close();
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(pool.run(echo, { ...org(1), input: 0 })).rejects.toMatchObject({ status: 503 });
  });
});
