import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { useDatabase } from '#test/open-database.ts';
import type { Tx } from '../db/database.ts';
import type { Deployment } from '../deployment.ts';
import { createMetrics } from '../http/metrics.ts';
import { createLogger } from '../log.ts';
import { startWorker, type Worker, type WorkerOptions } from './worker.ts';

const opened = useDatabase();
const NOTHING = { done: 0, isOver: true };

/** A worker that has nothing to do but what a test gives it. */
function start(work: Partial<WorkerOptions> = {}): Promise<Worker> {
  return startWorker({
    connection: { connectionString: opened.url },
    database: opened.database,
    scheduledWork: { runUntil: async () => NOTHING },
    deployment: {} as Deployment,
    logger: createLogger('silent'),
    metrics: createMetrics(),
    ...{ audits: [], everyMinute: [], maintenance: [], ...work },
  });
}

it('runs the maintenance of every organization soon after the start, even if that of one fails', async () => {
  const orgs = [await opened.org('first'), await opened.org('second')];
  const kept: string[] = [];
  const worker = await start({
    maintenance: [
      async (_database, { orgId, id, environment }) => {
        kept.push(`${id} ${environment}`);
        if (orgId === orgs[0]?.orgId) throw new Error('as if its tables were broken');
      },
    ],
  });
  for (let waited = 0; kept.length < 4 && waited < 10_000; waited += 50) await sleep(50);
  await worker.stop();
  expect(kept.toSorted()).toEqual([
    'first production',
    'first sandbox',
    'second production',
    'second sandbox',
  ]);
});

it('does at once what is due when it starts: a worker that was lost may have left it', async () => {
  const org = await opened.org('left');
  const now = Temporal.Now.instant();
  // Nothing in the queue wakes anybody for it, as when the worker that was woken is lost.
  await opened.database.transaction({ orgId: org.orgId, access: 'write' }, (tx) =>
    sql`insert into scheduled_work (org_id, kind, key, due_at, rank, payload)
      values (${org.orgId}, 'test.left', 'left', ${now}, 50, '{}')`.execute(tx),
  );
  const run: number[] = [];
  const worker = await start({
    scheduledWork: {
      runUntil: async ({ orgId }) => {
        run.push(orgId);
        return NOTHING;
      },
    },
  });
  for (let waited = 0; run.length === 0 && waited < 20_000; waited += 20) await sleep(20);
  await worker.stop();
  expect(run).toContain(org.orgId);
});

it('does every minute what must not wait for an hour, of every organization', async () => {
  const org = await opened.org('third');
  const kept: number[] = [];
  const worker = await start({
    everyMinute: [async (_database, { orgId }) => kept.push(orgId)],
  });
  const client = new pg.Client({ connectionString: opened.url });
  await client.connect();
  // As the clock does at the next minute.
  await client.query(`select graphile_worker.add_job('every_minute')`);
  for (let waited = 0; !kept.includes(org.orgId) && waited < 10_000; waited += 1) await sleep(1);
  await worker.stop();
  expect(kept).toContain(org.orgId);
  const locked = await client.query('select from graphile_worker._private_jobs where locked_by is not null');
  await client.end();
  expect(locked.rowCount, 'jobs whose end was not noted').toBe(0);
});

it('a job whose end cannot be noted while the service stops ends no process', async () => {
  await opened.org('fourth');
  const client = new pg.Client({ connectionString: opened.url });
  await client.connect();
  // As two that delete in different orders do: the queue tries again after a pause.
  await client.query(`
    create function refuse_end() returns trigger language plpgsql as
      $$ begin raise exception 'as in a deadlock' using errcode = '40P01'; end $$;
    create trigger refuse_end before delete on graphile_worker._private_jobs
      for each row execute function refuse_end()`);
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  let kept = 0;
  const worker = await start({
    maintenance: [async () => kept++],
  });
  for (let waited = 0; kept === 0 && waited < 10_000; waited += 10) await sleep(10);
  await worker.stop();
  await sleep(1000);
  process.off('unhandledRejection', note);
  await client.query('drop trigger refuse_end on graphile_worker._private_jobs');
  await client.end();
  expect(kept).toBeGreaterThan(0);
  expect(unhandled).toEqual([]);
});

it('forgets all keys of requests that are older than a day, however many, and no other', async () => {
  const org = await opened.org('retrier');
  const inOrg = <T>(run: (tx: Tx) => Promise<T>) =>
    opened.database.transaction({ orgId: org.orgId, access: 'write' }, run);
  const keep = (count: number, hours: number) =>
    inOrg((tx) =>
      sql`insert into idempotency_keys (org_id, subject, operation, path, key, body_hash, created_at)
        select ${org.orgId}, 'subject', 'operation', '/', ${`${hours} `} || n, '\\x00',
          clock_timestamp() - make_interval(hours => ${hours})
        from generate_series(1, ${count}) as n`.execute(tx),
    );
  // More than one transaction takes.
  await keep(11_000, 25);
  await keep(3, 23);
  const listAges = () =>
    inOrg(async (tx) => {
      const { rows } = await sql<{ age: string }>`
        select split_part(key, ' ', 1) as age from idempotency_keys where org_id = ${org.orgId}`.execute(tx);
      return rows.map(({ age }) => age);
    });
  const worker = await start();
  await expect.poll(listAges, { timeout: 20_000 }).toEqual(['23', '23', '23']);
  await worker.stop();
});
