import pg from 'pg';
import { expect, it } from 'vitest';
import { passStopwatch } from '#test/pass-stopwatch.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

async function read(): Promise<Record<string, number>> {
  passStopwatch(5_100);
  const { payload } = await service.app.server.inject({ method: 'GET', url: '/metrics' });
  const lines = payload.matchAll(/^tallymark_((?:database|disk|scheduled_work)_\w+) (\S+)$/gm);
  return Object.fromEntries([...lines].map(([, name = '', value]) => [name, Number(value)]));
}

it('the size of the database and its log, and the disk', async () => {
  const before = await read();
  expect(before).toMatchObject({ database_in_recovery: 0, database_lock_waits: 0, scheduled_work_due: 0 });
  expect(before.database_size_bytes).toBeGreaterThan(1_000_000);
  const { disk_free_bytes: free = 0, disk_size_bytes: size = 0 } = before;
  expect([free > 0, free < size]).toEqual([true, true]);
  await service.sandbox.must.post('/addons', { name: 'Seat', type: 'LICENSE' });
  const { database_wal_bytes_total: wal = 0, database_pool_wait_seconds_total: waited = 0 } = await read();
  expect(wal).toBeGreaterThan(before.database_wal_bytes_total ?? 0);
  expect(waited).toBeGreaterThan(0);
});

it('sessions that wait for a lock, and how long', async () => {
  const sessions = await Promise.all(
    [1, 2].map(async () => {
      const client = new pg.Client({ connectionString: service.databaseUrl });
      client.on('error', () => undefined);
      await client.connect();
      return client;
    }),
  );
  const [holder, waiter] = sessions as [pg.Client, pg.Client];
  await holder.query('begin; select pg_advisory_xact_lock(42)');
  const waiting = waiter.query('select pg_advisory_xact_lock(42)').catch(() => undefined);
  await expect.poll(async () => (await read()).database_lock_waits).toBe(1);
  await expect.poll(async () => (await read()).database_longest_lock_wait_seconds).toBeGreaterThan(0);
  await holder.query('rollback');
  await waiting;
  for (const client of sessions) await client.end();
  expect(await read()).toMatchObject({ database_lock_waits: 0, database_longest_lock_wait_seconds: 0 });
});

it('work that is due and has waited', async () => {
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  await owner.query(`insert into scheduled_work (org_id, kind, key, due_at, rank, payload)
    select org_id, 'test', 'late', clock_timestamp() - interval '90 seconds', 1, '{}'
    from organizations where environment = 'production' limit 1`);
  const { scheduled_work_due: due, scheduled_work_oldest_due_seconds: seconds = 0 } = await read();
  await owner.query(`delete from scheduled_work where kind = 'test'`);
  await owner.end();
  expect([due, Math.round(seconds / 10)]).toEqual([1, 9]);
});
