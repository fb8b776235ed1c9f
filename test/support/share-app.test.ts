import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { createOrganization } from '#areas/api-keys/index.ts';
import { openStream } from './open-stream.ts';
import { startService } from './running-app.ts';
import { enterShared, type Share } from './share-app.ts';

/** As a file that shares its application, with one organization. */
async function enter(): Promise<Share> {
  const share = await enterShared({});
  if (!share) throw new Error('the application of the worker is taken');
  return share;
}

async function connect({ databaseUrl }: Pick<Share, 'databaseUrl'>): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Runs one statement as the owner of the database, and closes the connection. */
async function run(share: Share, statement: string): Promise<pg.QueryResult> {
  const client = await connect(share);
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

const insertOrganization = `insert into organizations (id, environment, name, created_at, updated_at)
  values ('default', 'sandbox', 'x', now(), now())`;

it('one file after the other has the same application, and finds its database empty', async () => {
  const first = await enter();
  await run(first, insertOrganization);
  await first.leave();
  const second = await enter();
  expect([second.app, second.databaseUrl]).toEqual([first.app, first.databaseUrl]);
  expect((await run(second, 'select from organizations')).rowCount).toBe(0);
  await second.leave();
});

it('what ends by itself a moment later is not left behind', async () => {
  const first = await enter();
  const client = await connect(first);
  const left = first.leave();
  await setTimeout(200);
  await client.end();
  await left;
  const second = await enter();
  expect(second.databaseUrl).toBe(first.databaseUrl);
  await second.leave();
});

it('two services of one file at a time have a database each', async () => {
  const first = await enter();
  expect(await enterShared({})).toBeNull();
  const stops: (() => Promise<unknown>)[] = [];
  const own = await startService(stops);
  expect(own.databaseUrl).not.toBe(first.databaseUrl);
  for (const stop of stops.reverse()) await stop();
  await first.leave();
});

it.each([[{ RATE_LIMIT_OTHER: '1/s' }], [{ WIRE_LEGACY: 'on' }], [{ DATA_DIR: '/x' }]])(
  'an application with %j is not shared',
  async (env) => expect(await enterShared(env)).toBeNull(),
);

type Left = [what: string, leave: (share: Share) => Promise<unknown>, message: RegExp, endsWithinMs?: number];

/** It does not end by itself, however long it is waited for. */
const NO_WAIT_MS = 0;

const LEFT: Left[] = [
  ['a connection', connect, /a connection \(idle/, NO_WAIT_MS],
  [
    'a transaction of the application',
    async ({ app }) => {
      const client = await app.database.pool.connect();
      await client.query('begin');
    },
    /a running statement \(idle in transaction/,
    NO_WAIT_MS,
  ],
  [
    'a caller',
    async ({ app }) => {
      const { apiKey } = await app.database.transaction(
        { orgId: null, access: 'write', isDirectory: true },
        (tx) => createOrganization(tx, { organization: 'left', apiKey: null, sandboxApiKey: null }),
      );
      await openStream(app.server, {
        path: '/ext/v1/events/tail',
        headers: { authorization: `Bearer ${apiKey}` },
      });
    },
    /1 connections of callers/,
    NO_WAIT_MS,
  ],
  [
    'a row of no organization',
    (share) =>
      run(
        share,
        `set session_replication_role = replica; insert into idempotency_keys values
          (0, 's', 'o', 'k', '/', '')`,
      ),
    /rows of no organization in public.idempotency_keys/,
  ],
  [
    'a migration of the queue',
    (share) => run(share, `insert into graphile_worker.migrations (id) values (-1)`),
    /what stands in graphile_worker.migrations changed/,
  ],
  [
    'a trigger',
    (share) =>
      run(
        share,
        `create trigger left_behind before update on mails
          for each row execute function suppress_redundant_updates_trigger()`,
      ),
    /a trigger changed/,
  ],
  ['a table', (share) => run(share, 'create table left_behind ()'), /a table or an index changed/],
  [
    'another name of a column',
    (share) => run(share, 'alter table mails rename column id to identity'),
    /a column changed/,
  ],
  [
    'a setting of the database',
    (share) =>
      run(
        share,
        `do $$ begin execute format('alter database %I set work_mem = 8192', current_database()); end $$`,
      ),
    /a setting of the database changed/,
  ],
  [
    'other secrets',
    (share) => run(share, `update deployment_secrets set name = name || 'x'`),
    /what stands in public.deployment_secrets changed/,
  ],
  ['fake timers', async () => vi.useFakeTimers({ toFake: ['Date'] }), /fake timers/],
  [
    'a variable of the process',
    async () => {
      process.env.TEST_LEFT_BEHIND = 'x';
    },
    /the variable TEST_LEFT_BEHIND/,
  ],
  [
    'another method of the application',
    async ({ app }) => {
      app.server.inject = app.server.inject.bind(app.server);
    },
    /another server\.inject/,
  ],
];

it.each(LEFT)(
  'a file that leaves %s behind fails, and the next has another database',
  async (_, leave, message, endsWithinMs) => {
    const first = await enter();
    await leave(first);
    await expect(first.leave(endsWithinMs)).rejects.toThrow(message);
    delete process.env.TEST_LEFT_BEHIND;
    const second = await enter();
    expect(second.databaseUrl).not.toBe(first.databaseUrl);
    await second.leave();
  },
);
