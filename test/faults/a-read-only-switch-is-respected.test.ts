import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Database } from './database-server.ts';
import { useDatabases, useStand } from './stand.ts';
import { untilReady } from './until-ready.ts';

const makeDatabase = useDatabases();
const stand = useStand();

const ACME = { id: 'acme', name: 'Acme', primaryEmail: 'pay@acme.example', address: { country: 'DE' } };

function switchTo({ name, query }: Database, isOn: boolean): Promise<unknown> {
  const setting = `default_transaction_read_only = ${isOn ? 'on' : 'off'}`;
  return query(`begin read write; alter database ${name} set ${setting}; commit`);
}

it('reads are served, writes rejected, workers pause, and all go on when it is switched off', async () => {
  const database = await makeDatabase();
  const settings = { LOG_LEVEL: 'warn' };
  const tallymark = await stand.tallymark({ databaseUrl: database.url, settings });
  await tallymark.must('POST', '/customers', ACME);

  await switchTo(database, true);
  await untilReady(tallymark, 503);
  const message = 'the database is switched to read-only';
  expect(await tallymark.call('GET', '/ready')).toMatchObject({ body: { message } });
  expect(await tallymark.call('GET', '/customers/acme')).toMatchObject({ status: 200 });
  const rejected = { status: 503, retryAfter: '10' };
  expect(await tallymark.call('POST', '/customers', { ...ACME, id: 'other' })).toMatchObject(rejected);
  const event = { schemaName: 's', id: 'e', timestamp: new Date().toISOString(), accountId: 'acme' };
  const body = { event: { ...event, attributes: [], dimensions: {} } };
  expect(await tallymark.call('POST', '/ingest', body)).toMatchObject(rejected);
  // Told once, when it begins; what is refused meanwhile is counted.
  expect(tallymark.output().split('rejecting writes, serving reads')).toHaveLength(2);
  expect(tallymark.output()).not.toContain('request failed');
  expect(tallymark.output()).not.toContain('Failed task');
  expect(await tallymark.figures()).toMatch(/^tallymark_writes_refused_total 2$/m);
  await addJob(database);
  // The worker of a database that takes writes asks every two seconds, and at once when it is notified.
  await sleep(5_000);
  expect(await countJobs(database)).toBe(1);

  await switchTo(database, false);
  await untilReady(tallymark, 200);
  expect(await tallymark.call('POST', '/customers', { ...ACME, id: 'other' })).toMatchObject({ status: 201 });
  await untilWorked(database);
}, 600_000);

it('a start finds it switched on, serves reads, and works when it is switched off', async () => {
  const database = await makeDatabase();
  const first = await stand.tallymark({ databaseUrl: database.url });
  await first.must('POST', '/customers', ACME);
  await first.stop();
  await switchTo(database, true);
  const tallymark = await stand.tallymark({ databaseUrl: database.url });
  expect(await tallymark.call('GET', '/ready')).toMatchObject({ status: 503 });
  expect(await tallymark.call('GET', '/customers/acme')).toMatchObject({ status: 200 });
  await addJob(database);
  await switchTo(database, false);
  await untilReady(tallymark, 200);
  await untilWorked(database);
}, 600_000);

function addJob({ query }: Database): Promise<unknown> {
  const job = `select graphile_worker.add_job('sweep_due_work', job_key => 'probe')`;
  return query(`begin read write; ${job}; commit`);
}

async function countJobs({ query }: Database): Promise<number> {
  return (await query(`select 1 from graphile_worker._private_jobs where key = 'probe'`)).length;
}

/** Until a worker has taken the job. */
async function untilWorked(database: Database): Promise<void> {
  for (const end = performance.now() + 180_000; performance.now() < end; await sleep(100))
    if ((await countJobs(database)) === 0) return;
  throw new Error('no worker took the job in three minutes');
}
