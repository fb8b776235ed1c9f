import { afterAll, expect, test } from 'vitest';
import { migrateJobQueue } from '#platform/db/migrate-job-queue.ts';
import { openDatabaseBefore, upgrade } from '#test/older-database.ts';

const LOGIN = `wakings_owner_${process.pid}`;
const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

const STORED = `
  insert into organizations (id, environment, name, clock_at, created_at, updated_at)
  values ('one', 'sandbox', 'Moved', '2040-01-01', now(), now()),
    ('two', 'sandbox', 'Real time', null, now(), now()), ('one', 'production', 'One', null, now(), now());
  select enqueue_job(task, '{}', replace(key, 'ORG', org_id::text), run_at)
  from organizations, (values ('run_due_work', 'due:ORG:cycle:later', '2039-12-01'::timestamptz),
    ('run_due_work', 'due:ORG:cycle:now', now()), ('deliver_mails', 'mail:ORG', '2039-12-01'))
    as job (task, key, run_at)`;

test('only wakings of a sandbox clock that stands still are removed', async () => {
  const database = await openDatabaseBefore(stops, { migration: '_sandbox_wakings.sql', login: LOGIN });
  await migrateJobQueue(database.connection);
  await database.run(`set session_replication_role = replica; ${STORED}`);
  await upgrade(database);
  const left = await database.run(
    `select o.name || ' ' || split_part(j.key, ':', 4) || ' ' || j.task_identifier as job
     from graphile_worker.jobs j join organizations o on o.org_id = split_part(j.key, ':', 2)::bigint
     order by 1`,
  );
  expect(left.map(({ job }) => job)).toEqual([
    'Moved  deliver_mails',
    'Moved now run_due_work',
    'One  deliver_mails',
    'One later run_due_work',
    'One now run_due_work',
    'Real time  deliver_mails',
    'Real time later run_due_work',
    'Real time now run_due_work',
  ]);
});
