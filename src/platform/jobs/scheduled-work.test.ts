import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { at, piece, start, useScheduledWork } from '#test/scheduled-work-stand.ts';
import { freezeClock, isClockMoved, moveClock, readClock, realNow } from '../db/clock.ts';
import { forgetWakings } from '../db/enqueue-job.ts';
import { listOrgsWithScheduledWork } from '../db/orgs.ts';
import {
  cancelScheduledWork,
  planManyScheduledWork,
  planScheduledWork,
  planScheduledWorkOnce,
} from '../db/scheduled-work.ts';
import type { Org } from '../http/operation.ts';
import type { ScheduledWorkKind } from './scheduled-work.ts';

const { opened, recorder, makeRunner, write, stored, startAt } = useScheduledWork();

describe('scheduled work that plans more for its own instant', () => {
  const wakings = async (org: Org) => {
    const client = new pg.Client({ connectionString: opened.url });
    await client.connect();
    const { rows } = await client.query(
      `select key from graphile_worker._private_jobs where key like 'due:${org.orgId}:%' order by key`,
    );
    await client.end();
    return rows.map(({ key }) => key.split(':').at(-1));
  };

  it('is done together with it, and a clock that stands still wakes nobody later', async () => {
    const org = await startAt('follow-up');
    const { done, plan, runner } = recorder(org, async ({ tx, now }, key) => {
      if (key !== 'first') return;
      await planScheduledWork(tx, org, { ...piece('at once', now), now });
      await planScheduledWork(tx, org, { ...piece('later', at('03T00:00')), now });
    });
    await plan('first', at('02T00:00'));
    expect((await runner.runUntil(org, at('02T00:00'))).done).toBe(2);
    expect(done).toEqual(['first at 02T00:00', 'at once at 02T00:00']);
    expect(await wakings(org)).toEqual([]);
  });

  it('wakes the worker later while the clock follows real time, until it is stopped', async () => {
    const org = await opened.org('real-time');
    const { runner } = recorder(org, async ({ tx, now }, key) => {
      if (key !== 'first') return;
      await planScheduledWork(tx, org, { ...piece('at once', now), now });
      await planScheduledWork(tx, org, { ...piece('later', now.add({ hours: 1 })), now });
    });
    const soon = realNow().add({ seconds: 1 });
    await write(org, (tx) => planScheduledWork(tx, org, { ...piece('first', soon), now: realNow() }));
    expect((await runner.runUntil(org, soon)).done).toBe(2);
    expect(await wakings(org)).toEqual(['first', 'later']);
    await write(org, (tx) =>
      planScheduledWorkOnce(tx, org, { ...piece('once', at('02T00:00')), now: start }),
    );
    expect(await wakings(org)).toEqual(['first', 'later', 'once']);
    await write(org, async (tx) => {
      await freezeClock(tx, org);
      await forgetWakings(tx, org);
    });
    // What was due at once stays until the worker has taken it.
    expect((await wakings(org)).filter((key) => key !== 'first')).toEqual([]);
    await write(org, (tx) =>
      planScheduledWorkOnce(tx, org, { ...piece('again', at('02T00:00')), now: start }),
    );
    expect((await wakings(org)).filter((key) => key !== 'first')).toEqual([]);
  });
});

describe('scheduled work is done', () => {
  it('in order of due time, then rank, then planning, whatever the order of planning', async () => {
    const org = await startAt('order');
    const { plan, runner, done } = recorder(org);
    await plan('late', at('03T00:00'));
    await plan('tied, rank 60', at('02T00:00'), 60);
    await plan('tied, rank 10, first', at('02T00:00'), 10);
    await plan('tied, rank 10, second', at('02T00:00'), 10);
    await plan('early', at('01T12:00'), 99);
    await plan('not yet', at('05T00:01'));
    expect((await runner.runUntil(org, at('05T00:00'))).done).toBe(5);
    expect(done).toEqual([
      'early at 01T12:00',
      'tied, rank 10, first at 02T00:00',
      'tied, rank 10, second at 02T00:00',
      'tied, rank 60 at 02T00:00',
      'late at 03T00:00',
    ]);
    expect((await stored(org)).map(({ key }) => key)).toEqual(['not yet']);
  });

  it('also when it is planned on the way, at its place in the order', async () => {
    const org = await startAt('on-the-way');
    const { plan, runner, done } = recorder(org, async ({ tx, now }, key) => {
      if (key === 'day') await planScheduledWork(tx, org, { ...piece('day', now.add({ hours: 24 })), now });
      if (key === 'begin')
        await planScheduledWork(tx, org, { ...piece('at once', at('01T00:00')), rank: 1, now });
    });
    await plan('day', at('01T06:00'));
    await plan('begin', at('02T00:00'));
    await plan('end', at('02T00:00'));
    await runner.runUntil(org, at('04T00:00'));
    expect(done).toEqual([
      'day at 01T06:00',
      'begin at 02T00:00',
      'at once at 02T00:00', // what should have been done before is due now, and its rank goes before
      'end at 02T00:00',
      'day at 02T06:00',
      'day at 03T06:00',
    ]);
    expect((await stored(org)).map(({ key }) => key)).toEqual(['day']);
  });

  it('with the clock standing at its due time, which the moved clock of a sandbox shows', async () => {
    const org = await startAt('clock');
    const clocks: string[] = [];
    const { plan, runner } = recorder(org, async ({ tx }) => {
      clocks.push(String(await readClock(tx, org)));
    });
    await plan('a', at('02T00:00'));
    await plan('b', at('03T00:00'));
    await runner.runUntil(org, at('09T00:00'));
    expect(clocks).toEqual([String(at('02T00:00')), String(at('03T00:00'))]);
  });

  it('without touching a clock that was never moved', async () => {
    const org = await opened.org('real-clock');
    const { plan, runner, done } = recorder(org);
    await plan('past', at('02T00:00'));
    await runner.runUntil(org, at('09T00:00'));
    expect(done).toHaveLength(1);
    expect(await write(org, (tx) => isClockMoved(tx, org))).toBe(false);
  });

  it('once, when it was planned twice, at the later plan; and never when it was cancelled', async () => {
    const org = await startAt('moved');
    const { plan, runner, done } = recorder(org);
    await plan('moved', at('02T00:00'));
    await plan('moved', at('04T00:00'));
    await plan('cancelled', at('03T00:00'));
    await write(org, (tx) => cancelScheduledWork(tx, org, { kind: 'test.record', key: 'cancelled' }));
    await runner.runUntil(org, at('09T00:00'));
    expect(done).toEqual(['moved at 04T00:00']);
  });

  it('in the order of the list when many are planned with one statement', async () => {
    const org = await startAt('many');
    const { plan, runner, done } = recorder(org);
    await plan('b', at('09T00:00'));
    const pieces = ['c', 'a', 'b'].map((key) => ({ key, payload: { key } }));
    const many = { kind: 'test.record', dueAt: at('02T00:00'), rank: 50, now: start };
    await write(org, (tx) => planManyScheduledWork(tx, org, { ...many, pieces }));
    await write(org, (tx) => planManyScheduledWork(tx, org, { ...many, pieces: [] }));
    expect((await runner.runUntil(org, at('03T00:00'))).done).toBe(3);
    // b keeps its place among pieces of one instant: it was planned before.
    expect(done).toEqual(['b at 02T00:00', 'c at 02T00:00', 'a at 02T00:00']);
  });

  it('not at all when the transaction that planned it was rolled back', async () => {
    const org = await startAt('rolled-back');
    const { runner, done } = recorder(org);
    const failing = write(org, async (tx) => {
      await planScheduledWork(tx, org, { ...piece('x', at('02T00:00')), now: start });
      throw new Error('after planning');
    });
    await expect(failing).rejects.toThrow('after planning');
    expect((await runner.runUntil(org, at('09T00:00'))).done).toBe(0);
    expect(done).toEqual([]);
  });

  it('of its own organization only', async () => {
    const [a, b] = [await startAt('own-a'), await startAt('own-b')];
    const first = recorder(a);
    await first.plan('a', at('02T00:00'));
    await recorder(b).plan('b', at('02T00:00'));
    await first.runner.runUntil(a, at('09T00:00'));
    expect(first.done).toEqual(['a at 02T00:00']);
    expect((await stored(b)).map(({ key }) => key)).toEqual(['b']);
  });
});

describe('the worker is woken', () => {
  it('at once for what is due under a moved clock, and not for what is due later', async () => {
    const org = await startAt('woken');
    const { plan } = recorder(org);
    await plan('overdue', start.subtract({ hours: 1 }));
    await plan('now', start);
    await plan('later', at('02T00:00'));
    const owner = new pg.Client({ connectionString: opened.url });
    await owner.connect();
    const { rows } = await owner.query(`
      select key, run_at <= clock_timestamp() as "isDue" from graphile_worker.jobs
      where key like 'due:${org.orgId}:%' order by id`);
    await owner.end();
    const due = rows.map(({ key, isDue }) => [key.slice(key.lastIndexOf(':') + 1), isDue]);
    expect(due).toEqual([
      ['overdue', true],
      ['now', true],
    ]);
  });
});

describe('many pieces of a parallel kind', () => {
  it('are done at the same time, each once, and everything else before or after all of them', async () => {
    const org = await startAt('crowd');
    const done: string[] = [];
    let running = 0;
    let max = 0;
    const crowd: ScheduledWorkKind = {
      kind: 'test.crowd',
      isParallel: true,
      run: async ({ tx, now }, { key }) => {
        max = Math.max(max, ++running);
        await sql`select pg_sleep(0.01)`.execute(tx);
        if (key === '3') await planScheduledWork(tx, org, { ...piece('urgent', now), rank: 1, now });
        done.push(String(key));
        running--;
      },
    };
    const record: ScheduledWorkKind = {
      kind: 'test.record',
      run: async (_context, { key }) => {
        expect(running).toBe(0);
        done.push(String(key));
      },
    };
    const pieces = Array.from({ length: 20 }, (_, n) => ({ key: `${n}`, payload: { key: `${n}` } }));
    const many = { kind: 'test.crowd', dueAt: at('02T00:00'), rank: 50, now: start };
    await write(org, (tx) =>
      planScheduledWork(tx, org, { ...piece('before', at('02T00:00')), rank: 40, now: start }),
    );
    await write(org, (tx) =>
      planScheduledWork(tx, org, { ...piece('after', at('02T00:00')), rank: 60, now: start }),
    );
    await write(org, (tx) => planManyScheduledWork(tx, org, { ...many, pieces }));
    expect((await makeRunner([crowd, record]).runUntil(org, at('03T00:00'))).done).toBe(23);
    expect(max).toBe(3);
    expect([done[0], done.at(-1)]).toEqual(['before', 'after']);
    expect(done.toSorted()).toEqual([...pieces.map(({ key }) => key), 'before', 'after', 'urgent'].sort());
    // What comes first is done first, also when it comes up while the others are being done.
    expect(done.indexOf('urgent')).toBeLessThan(15);
  });

  it('are done once by several runners, and one that fails fails alone', async () => {
    const org = await startAt('crowd-fails');
    const tries: string[] = [];
    const crowd: ScheduledWorkKind = {
      kind: 'test.crowd',
      isParallel: true,
      run: async (_context, { key }) => {
        tries.push(String(key));
        if (key === '4') throw new Error('no luck');
      },
    };
    const pieces = Array.from({ length: 9 }, (_, n) => ({ key: `${n}`, payload: { key: `${n}` } }));
    const many = { kind: 'test.crowd', dueAt: at('02T00:00'), rank: 50, now: start };
    await write(org, (tx) => planManyScheduledWork(tx, org, { ...many, pieces }));
    const runners = [makeRunner([crowd]), makeRunner([crowd])];
    await Promise.all(runners.map((runner) => runner.runUntil(org, at('03T00:00'))));
    expect(tries.filter((key) => key !== '4').toSorted()).toEqual(['0', '1', '2', '3', '5', '6', '7', '8']);
    // Between a failed try and its being counted somebody else may try.
    expect(tries.filter((key) => key === '4').length).toBeGreaterThanOrEqual(2);
    expect(await stored(org)).toMatchObject([{ key: '4', isOnHold: false }]);
  });

  it('wait for no earlier piece that rests or is on hold, and such a piece is not due either', async () => {
    const org = await startAt('crowd-after-failures');
    const { plan, done, runner } = recorder(org);
    for (const key of ['rests', 'held']) await plan(key, at('01T12:00'));
    await write(org, (tx) =>
      sql`update scheduled_work set attempts = 1, last_error = 'x', reason = 'x',
        failing_since = clock_timestamp(),
        retry_at = case key when 'rests' then clock_timestamp() + interval '1 hour' end,
        on_hold_at = case key when 'held' then clock_timestamp() end`.execute(tx),
    );
    const dueOrgs = async () =>
      (await listOrgsWithScheduledWork(opened.database, at('09T00:00'))).map(({ id }) => id);
    await write(org, (tx) => moveClock(tx, org, at('02T00:00')));
    expect(await dueOrgs()).not.toContain(org.id);
    const pieces = Array.from({ length: 9 }, (_, n) => ({ key: `${n}`, payload: { key: `${n}` } }));
    const many = { kind: 'test.crowd', dueAt: at('02T00:00'), rank: 50, now: start };
    await write(org, (tx) => planManyScheduledWork(tx, org, { ...many, pieces }));
    expect(await dueOrgs()).toContain(org.id);
    const crowd: ScheduledWorkKind = { kind: 'test.crowd', isParallel: true, run: async () => {} };
    expect((await makeRunner([crowd]).runUntil(org, at('02T00:00'))).done).toBe(9);
    expect([await runner.runUntil(org, at('02T00:00')), done]).toEqual([{ done: 0, isOver: true }, []]);
  });
});

describe('several runners at once', () => {
  it('do every piece once and keep the order', async () => {
    const org = await startAt('concurrent');
    const order: number[] = [];
    let isRunning = false;
    const { plan, runner } = recorder(org, async (_, key) => {
      expect(isRunning).toBe(false);
      isRunning = true;
      await new Promise((resolve) => setTimeout(resolve, 1));
      order.push(Number(key));
      isRunning = false;
    });
    const keys = Array.from({ length: 40 }, (_, i) => i);
    for (const key of keys) await plan(String(key), start.add({ minutes: key }));
    await Promise.all(Array.from({ length: 4 }, () => runner.runUntil(org, at('09T00:00'))));
    expect(order).toEqual(keys);
    expect(await stored(org)).toEqual([]);
  });
});

describe('the clock of a sandbox', () => {
  it('moves forward only, whoever moves it', async () => {
    const org = await startAt('forward');
    const moves = [at('05T00:00'), at('03T00:00'), at('04T00:00')];
    await Promise.all(moves.map((to) => write(org, (tx) => moveClock(tx, org, to))));
    expect(String(await write(org, (tx) => readClock(tx, org)))).toBe(String(at('05T00:00')));
  });

  it('decides which organizations have work: a clock that stands holds its work back', async () => {
    const [ahead, behind] = [await startAt('ahead'), await startAt('behind')];
    await recorder(ahead).plan('x', start);
    await recorder(behind).plan('x', at('02T00:00'));
    const due = await listOrgsWithScheduledWork(opened.database, at('09T00:00'));
    expect(due.map(({ id }) => id)).toContain('ahead');
    expect(due.map(({ id }) => id)).not.toContain('behind');
  });
});
