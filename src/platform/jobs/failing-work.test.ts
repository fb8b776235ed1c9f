import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { at, piece, useScheduledWork } from '#test/scheduled-work-stand.ts';
import { listOrgsWithScheduledWork } from '../db/orgs.ts';
import { planScheduledWork } from '../db/scheduled-work.ts';
import { StorageFault } from '../files/storage.ts';

const { opened, recorder, makeRunner, write, stored, rest, startAt } = useScheduledWork();

describe('a piece that fails', () => {
  it('leaves nothing behind, rests longer each time, is on hold at last, and others go on', async () => {
    const org = await startAt('failing');
    let tries = 0;
    const { plan, runner, done } = recorder(org, async ({ tx, now }, key) => {
      if (key !== 'bad') return;
      tries++;
      await planScheduledWork(tx, org, { ...piece(`effect ${tries}`, now), now });
      throw new Error(`no luck: ${'x'.repeat(5000)}`);
    });
    await plan('before', at('02T00:00'), 1);
    await plan('bad', at('02T00:00'), 2);
    await plan('after', at('02T00:00'), 3);
    await runner.runUntil(org, at('09T00:00'));
    // Once more at once, then it rests while the others go on.
    expect(tries).toBe(2);
    expect(done).toEqual(['before at 02T00:00', 'after at 02T00:00']);
    const rests: number[] = [];
    for (let left = await stored(org); !left[0]?.isOnHold && rests.length < 20; left = await stored(org)) {
      rests.push(await rest(org));
      await runner.runUntil(org, at('09T00:00'));
    }
    expect(rests).toEqual([5, 30, 120, 600, 1800, 3600]);
    expect(tries).toBe(8);
    const left = await stored(org);
    expect(left).toMatchObject([{ key: 'bad', attempts: 8, isOnHold: true }]);
    expect(left[0]?.lastError).toMatch(/^no luck: x+$/);
    expect(left[0]?.lastError?.length).toBe(2000);
  });

  it('for want of the storage rests in real time, wherever the clock is, and is never on hold', async () => {
    const org = await startAt('no-storage');
    let tries = 0;
    const { plan, runner, done } = recorder(org, async (_, key) => {
      if (key !== 'file') return;
      tries++;
      throw new StorageFault('the storage is away', { isAway: true });
    });
    await plan('file', at('02T00:00'), 1);
    await plan('other', at('02T00:00'), 2);
    await runner.runUntil(org, at('09T00:00'));
    expect([tries, done]).toEqual([1, ['other at 02T00:00']]);
    const rests: number[] = [];
    for (let n = 0; n < 12; n++) {
      rests.push(await rest(org));
      await runner.runUntil(org, at('09T00:00'));
    }
    expect(rests.map((seconds) => seconds / 60)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1440]);
    expect([tries, await stored(org)]).toMatchObject([13, [{ key: 'file', attempts: 13, isOnHold: false }]]);
  });

  it('is not held against when the database goes away: the runner gives up and comes back', async () => {
    const org = await startAt('outage');
    let isDown = true;
    const { plan, runner, done } = recorder(org, async ({ tx }) => {
      // What a server says that is being shut down.
      if (isDown)
        await sql`do $$ begin raise exception 'going down' using errcode = '57P01'; end $$`.execute(tx);
    });
    await plan('patient', at('02T00:00'));
    await expect(runner.runUntil(org, at('03T00:00'))).rejects.toThrow();
    expect(await stored(org)).toMatchObject([{ key: 'patient', attempts: 0, isOnHold: false }]);
    isDown = false;
    await runner.runUntil(org, at('03T00:00'));
    expect(done).toEqual(['patient at 02T00:00']);
  });

  it('is done after all when a later try succeeds', async () => {
    const org = await startAt('recovering');
    let tries = 0;
    const { plan, runner, done } = recorder(org, async () => {
      if (++tries < 4) throw new Error('not yet');
    });
    await plan('slow', at('02T00:00'));
    for (const _ of [1, 2, 3]) {
      await runner.runUntil(org, at('09T00:00'));
      await rest(org);
    }
    expect(done).toEqual(['slow at 02T00:00']);
    expect(await stored(org)).toEqual([]);
  });

  it('is made again at once when other changes came between, and done as of its own instant', async () => {
    const org = await startAt('conflict');
    let tries = 0;
    const { plan, runner, done } = recorder(org, async ({ tx }) => {
      if (++tries < 5)
        await sql`do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$`.execute(tx);
    });
    await plan('busy', at('02T00:00'));
    await runner.runUntil(org, at('09T00:00'));
    expect(done).toEqual(['busy at 02T00:00']);
  });

  it('wakes the worker when it has rested', async () => {
    const org = await startAt('rested');
    const { plan, runner } = recorder(org, async () => {
      throw new Error('no luck');
    });
    await plan('tired', at('02T00:00'));
    await runner.runUntil(org, at('03T00:00'));
    const due = async () =>
      (await listOrgsWithScheduledWork(opened.database, at('09T00:00'))).map(({ id }) => id);
    expect(await due()).not.toContain('rested');
    const owner = new pg.Client({ connectionString: opened.url });
    await owner.connect();
    const { rows } = await owner.query(`
      select run_at > clock_timestamp() + interval '3 seconds' as "isLater" from graphile_worker.jobs
      where key = 'due:${org.orgId}:test.record:tired'`);
    await owner.end();
    expect(rows).toEqual([{ isLater: true }]);
    await rest(org);
    await write(org, (tx) => sql`update organizations set clock_at = ${at('03T00:00')}`.execute(tx));
    expect(await due()).toContain('rested');
  });

  it('of a kind that no area does is counted like any other', async () => {
    const org = await startAt('unknown-kind');
    const { plan } = recorder(org);
    await plan('x', at('02T00:00'));
    await makeRunner([]).runUntil(org, at('09T00:00'));
    expect(await stored(org)).toMatchObject([
      { attempts: 2, lastError: 'no area handles scheduled work of kind test.record' },
    ]);
  });

  it('comes back when it is planned again', async () => {
    const org = await startAt('replanned');
    let isBroken = true;
    const { plan, runner, done } = recorder(org, async () => {
      if (isBroken) throw new Error('broken');
    });
    await plan('x', at('02T00:00'));
    await runner.runUntil(org, at('03T00:00'));
    isBroken = false;
    await plan('x', at('04T00:00'));
    await runner.runUntil(org, at('09T00:00'));
    expect(done).toEqual(['x at 04T00:00']);
  });

  it('that fails with an error of the database is counted too', async () => {
    const org = await startAt('database-error');
    const { plan, runner, done } = recorder(org, async ({ tx }, key) => {
      if (key === 'bad') await sql`select 1 / 0`.execute(tx);
    });
    await plan('bad', at('02T00:00'));
    await plan('good', at('02T00:00'));
    await runner.runUntil(org, at('09T00:00'));
    expect(done).toEqual(['good at 02T00:00']);
    expect(await stored(org)).toMatchObject([{ key: 'bad', attempts: 2 }]);
  });
});
