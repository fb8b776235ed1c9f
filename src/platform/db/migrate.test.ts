import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEmptyDatabase, createTestDatabase, runOnServer, type TestDatabase } from '#test/postgres.ts';
import { MIGRATION_LOCK } from './advisory-locks.ts';
import { migrate } from './migrate.ts';
import { jobQueueHead } from './migrate-job-queue.ts';
import { connectionNameOf } from './running-processes.ts';

let database: TestDatabase;
let directory: string;

beforeEach(async () => {
  database = await createEmptyDatabase();
  directory = await mkdtemp(join(tmpdir(), 'tallymark-migrations-'));
});

afterEach(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

describe('forward', () => {
  test('applies files in order, once, and later only what is new', async () => {
    await write('0001_first.sql', 'create table first (id int)');
    await write('0002_second.sql', 'alter table first add name text');
    expect(await run()).toMatchObject({
      applied: ['0001_first.sql', '0002_second.sql'],
      current: '0002_second.sql',
    });
    expect(await run()).toMatchObject({ applied: [], current: '0002_second.sql' });
    await write('0003_third.sql', "insert into first values (1, 'one')");
    expect(await run()).toMatchObject({ applied: ['0003_third.sql'], current: '0003_third.sql' });
  });

  test('the job queue is at the version that this release knows, before the first file runs', async () => {
    await write('0001_seen.sql', 'create table seen as select max(id) as id from graphile_worker.migrations');
    await run();
    expect(await select('select id from seen')).toEqual([{ id: jobQueueHead }]);
  });

  test('five processes at once apply every file once', async () => {
    await write('0001_counter.sql', 'create table counter (n int); insert into counter values (0)');
    await write('0002_count.sql', 'update counter set n = n + 1; select pg_sleep(0.05)');
    const results = await Promise.all([1, 2, 3, 4, 5].map(() => run()));
    expect(results.flatMap(({ applied }) => applied).sort()).toEqual(['0001_counter.sql', '0002_count.sql']);
    expect(await select('select n from counter')).toEqual([{ n: 1 }]);
  });

  test('a file that fails leaves nothing of itself, names its line and can be repaired', async () => {
    await write('0001_good.sql', 'create table good (id int)');
    await write('0002_bad.sql', 'create table half (id int);\n\nselect nothing_like_this');
    await expect(run()).rejects.toThrow(
      /0002_bad\.sql line 3 failed and was rolled back: column "nothing_like_this"/,
    );
    expect(
      await select("select to_regclass('good') is not null as good, to_regclass('half') as half"),
    ).toEqual([{ good: true, half: null }]);
    await write('0002_bad.sql', 'create table half (id int)');
    expect(await run()).toMatchObject({ applied: ['0002_bad.sql'] });
  });

  test('a file that waits for a table lets the traffic through and tries again', async () => {
    await write('0001_busy.sql', 'create table busy (id int)');
    await run();
    await write('0002_alter.sql', 'alter table busy add name text');
    const reader = new pg.Client({ connectionString: database.url });
    await reader.connect();
    await reader.query('begin; select * from busy');
    const migration = run();
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await reader.query('commit');
    await reader.end();
    expect(await migration).toMatchObject({ applied: ['0002_alter.sql'] });
  });
});

describe('without a transaction', () => {
  const INDEX = `-- beside: yes
    -- transaction: none
    create index concurrently if not exists by_id on busy (id)`.replaceAll(/^ +/gm, '');

  test('an index is built while others read and write, and while another process starts', async () => {
    await write('0001_busy.sql', 'create table busy (id int)');
    await run();
    await write('0002_index.sql', INDEX);
    const writer = new pg.Client({ connectionString: database.url });
    await writer.connect();
    await writer.query('begin; insert into busy values (1)');
    const migrations = [run(), run()];
    await new Promise((resolve) => setTimeout(resolve, 500));
    // A lock that keeps writers waiting would be waited for by this one.
    await select('insert into busy values (2)');
    await writer.query('commit');
    await writer.end();
    const results = await Promise.all(migrations);
    expect(results.flatMap(({ applied }) => applied)).toEqual(['0002_index.sql']);
    expect(await select(`select indisvalid from pg_index where indexrelid = 'by_id'::regclass`)).toEqual([
      { indisvalid: true },
    ]);
  });

  test('what an interrupted attempt left is built again', async () => {
    await write('0001_busy.sql', 'create table busy (id int); insert into busy values (1), (1)');
    await run();
    await expect(select('create unique index concurrently by_id on busy (id)')).rejects.toThrow(/unique/);
    await write('0002_index.sql', INDEX);
    await run();
    expect(await select(`select indisvalid from pg_index where indexrelid = 'by_id'::regclass`)).toEqual([
      { indisvalid: true },
    ]);
  });
});

describe('beside older processes', () => {
  const release = { version: '1.0.0', jobQueue: jobQueueHead };
  let older: pg.Client;

  /** As a process of an earlier migration keeps one while it runs. */
  async function runOlder(name: string): Promise<void> {
    older = new pg.Client({ connectionString: database.url, application_name: name });
    await older.connect();
  }
  beforeEach(async () => {
    await write('0001_a.sql', 'select 1');
    await run();
  });
  afterEach(() => older.end());

  // name of the connection, migration, expected
  test.each<[string, string, string | RegExp]>([
    [connectionNameOf({ ...release, migration: 1 }), '-- beside: yes\nselect 2', 'applied'],
    [
      connectionNameOf({ ...release, migration: 1 }),
      '-- beside: no\nselect 2',
      /1.0.0 with migration 1(?: at .*)?\) on/,
    ],
    // Without a header, and from before processes told their release.
    [connectionNameOf({ ...release, migration: 1 }), 'select 2', /1.0.0 with migration 1(?: at .*)?\) on/],
    ['tallymark slot', 'select 2', /1 process of older releases runs \(an earlier release/],
    // The same release, a newer one, and somebody else.
    [connectionNameOf({ ...release, migration: 2 }), 'select 2', 'applied'],
    [connectionNameOf({ ...release, migration: 7 }), 'select 2', 'applied'],
    ['psql', 'select 2', 'applied'],
  ])('%s, %j', async (name, text, expected) => {
    await runOlder(name);
    await write('0002_b.sql', text);
    if (expected instanceof RegExp) await expect(run()).rejects.toThrow(expected);
    else expect((await run()).applied).toEqual(['0002_b.sql']);
  });

  test('one additive migration among others waits with them', async () => {
    await runOlder(connectionNameOf({ ...release, migration: 1 }));
    await write('0002_b.sql', '-- beside: yes\nselect 2');
    await write('0003_c.sql', '-- beside: no\nselect 3');
    await expect(run()).rejects.toThrow(/0003_c.sql may only be applied when all of them have stopped/);
    expect(await select('select name from schema_migrations')).toEqual([{ name: '0001_a.sql' }]);
  });

  test('it goes on when they have ended, and waits without the lock', async () => {
    await runOlder('tallymark slot');
    await write('0002_b.sql', 'select 2');
    const calls: string[] = [];
    const { applied } = await migrate({ connectionString: database.url }, directory, async (found, name) => {
      calls.push(`${found.length} ${name}`);
      // An older one may still start meanwhile.
      await older.query('select pg_advisory_lock_shared($1)', [MIGRATION_LOCK]);
      await older.end();
      // The server notices it a moment later.
      while ((await select(OLDER)).length > 0);
    });
    expect([calls, applied]).toEqual([['1 0002_b.sql'], ['0002_b.sql']]);
    await runOlder('psql');
  });
  const OLDER = `select from pg_stat_activity
    where datname = current_database() and application_name = 'tallymark slot'`;

  test('an older release goes on after additive migrations only', async () => {
    await runOlder('psql');
    await write('0002_b.sql', '-- beside: yes\nselect 2');
    await run();
    await rm(join(directory, '0002_b.sql'));
    expect(await run()).toMatchObject({ applied: [], newer: ['0002_b.sql'] });
    await write('0002_b.sql', '-- beside: yes\nselect 2');
    await write('0003_c.sql', 'select 3');
    await run();
    for (const name of ['0002_b.sql', '0003_c.sql']) await rm(join(directory, name));
    await expect(run()).rejects.toThrow(/0002_b.sql, which this release does not know/);
  });

  test('a table of migrations from before the rule gets its column', async () => {
    await runOlder('psql');
    await select('alter table schema_migrations drop column beside');
    await write('0002_b.sql', '-- beside: yes\nselect 2');
    await run();
    expect(await select('select beside from schema_migrations order by name')).toEqual([
      ...[{ beside: null }, { beside: true }],
    ]);
  });
});

describe('rejects', () => {
  test.each([
    ['a gap', ['0001_a.sql', '0003_c.sql'], /number 2 is missing before 0003_c\.sql/],
    ['a late start', ['0002_b.sql'], /number 1 is missing/],
    [
      'a duplicate',
      ['0001_a.sql', '0001_b.sql'],
      /Two migrations have the number 0001: 0001_a\.sql and 0001_b\.sql/,
    ],
    ['a name without number', ['first.sql'], /name of migration first\.sql must have the form/],
    ['capital letters', ['0001_First.sql'], /name of migration 0001_First\.sql must have the form/],
  ])('%s', async (_, names, message) => {
    for (const name of names) await write(name, 'select 1');
    await expect(run()).rejects.toThrow(message);
  });

  test('an applied file that changed', async () => {
    await write('0001_a.sql', 'select 1');
    await run();
    await write('0001_a.sql', 'select 2');
    await expect(run()).rejects.toThrow(/0001_a\.sql was changed after it was applied/);
  });

  test('an applied file that is missing', async () => {
    await write('0001_a.sql', 'select 1');
    await write('0002_b.sql', 'select 1');
    await run();
    await rm(join(directory, '0002_b.sql'));
    await expect(run()).rejects.toThrow(/0002_b\.sql, which this release does not know/);
  });

  test('an applied file that was renamed', async () => {
    await write('0001_a.sql', 'select 1');
    await run();
    await rm(join(directory, '0001_a.sql'));
    await write('0001_b.sql', 'select 1');
    await expect(run()).rejects.toThrow(/0001_a\.sql, which this release does not know/);
  });
});

describe('application role', () => {
  test('exists without login or special rights, and the login may take it on', async () => {
    expect((await run()).applicationRole).toBe('tallymark_app');
    expect(
      await select(`select rolcanlogin, rolsuper, rolbypassrls, pg_has_role(oid, 'member') as granted
                      from pg_roles where rolname = 'tallymark_app'`),
    ).toEqual([{ rolcanlogin: false, rolsuper: false, rolbypassrls: false, granted: true }]);
  });

  test('databases of one server that are migrated at once agree on it', async () => {
    const others = await Promise.all([createEmptyDatabase(), createEmptyDatabase(), createEmptyDatabase()]);
    const results = await Promise.all(others.map(({ url }) => migrate({ connectionString: url }, directory)));
    expect(results.map((result) => result.applicationRole)).toEqual(Array(3).fill('tallymark_app'));
    await Promise.all(others.map((other) => other.drop()));
  });

  test.each([
    ['an ordinary login may go on without it', 'nobypassrls', null],
    ['a login above the walls may not', 'bypassrls', /bypasses row-level security and may not create/],
  ])('%s', async (_, rights, expected) => {
    const login = `limited_${process.pid}`;
    await runOnServer(`create role ${login} login nosuperuser nocreaterole ${rights} password 'secret'`);
    try {
      await select(
        `grant all on database ${new URL(database.url.replace('@/', '@x/')).pathname.slice(1)} to ${login}`,
      );
      await select(`grant all on schema public to ${login}`);
      const connection = { connectionString: database.url, options: `-c role=${login}` };
      if (expected instanceof RegExp) await expect(migrate(connection, directory)).rejects.toThrow(expected);
      else expect((await migrate(connection, directory)).applicationRole).toBe(expected);
    } finally {
      await select(`drop owned by ${login}`);
      await runOnServer(`drop role ${login}`);
    }
  });
});

test('a database copied from the template of this run has nothing left to do', async () => {
  const copy = await createTestDatabase();
  const result = await migrate(
    { connectionString: copy.url },
    join(import.meta.dirname, '../../../migrations'),
  );
  expect(result.applied).toEqual([]);
  await copy.drop();
});

function run() {
  return migrate({ connectionString: database.url }, directory);
}

async function write(name: string, text: string): Promise<void> {
  await writeFile(join(directory, name), text);
}

async function select(text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
