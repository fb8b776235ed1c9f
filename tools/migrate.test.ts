import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '#test/postgres.ts';

const ROOT = join(import.meta.dirname, '..');
const run = promisify(execFile);

let database: TestDatabase;
beforeEach(async () => {
  database = await createEmptyDatabase();
});
afterEach(() => database.drop());

it('applies every migration to an empty database, once, and leaves it to the service to use it', async () => {
  const files = globSync('*.sql', { cwd: join(ROOT, 'migrations') }).sort();
  const env = { ...process.env, DATABASE_URL: database.url };
  const migrate = () => run(process.execPath, [join(ROOT, 'tools/migrate.ts')], { env });
  expect((await migrate()).stdout).toBe(
    `Applied ${files.length} migrations, from ${files[0]} to ${files.at(-1)}.\n`,
  );
  expect((await migrate()).stdout).toContain('Nothing to do');
  const audit = await run(process.execPath, [join(ROOT, 'tools/audit.ts')], { env });
  expect(audit.stdout).toContain('all invariants hold');
});

it('refuses beside a process of an older release', async () => {
  const older = new pg.Client({
    connectionString: database.url,
    application_name: 'tallymark slot 43/18 0.0.9',
  });
  await older.connect();
  const env = { ...process.env, DATABASE_URL: database.url };
  const failed = await run(process.execPath, [join(ROOT, 'tools/migrate.ts')], { env }).catch(
    (error) => error,
  );
  await older.end();
  expect([failed.code, failed.stderr]).toEqual([
    1,
    expect.stringContaining('1 process of older releases runs (0.0.9 with migration 43'),
  ]);
});

it('says why a database cannot be migrated, and ends with status 1', async () => {
  const env = { ...process.env, DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' };
  const failed = await run(process.execPath, [join(ROOT, 'tools/migrate.ts')], { env }).catch(
    (error) => error,
  );
  expect([failed.code, failed.stderr]).toEqual([
    1,
    expect.stringMatching(/^The database could not be migrated: cannot use the database of DATABASE_URL/),
  ]);
});
