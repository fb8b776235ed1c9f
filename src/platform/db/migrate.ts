import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { chooseApplicationRole } from './application-role.ts';
import { Client } from './client.ts';
import { lockMigrations, unlockMigrations } from './lock-migrations.ts';
import { jobQueueHead, migrateJobQueue } from './migrate-job-queue.ts';
import {
  type AppliedMigration,
  findPending,
  listNewer,
  type MigrationFile,
  readMigrationFiles,
} from './migration-files.ts';
import { listOlderProcesses, type Release } from './running-processes.ts';
import type { Connection } from './servers.ts';
import { type OnOlderProcesses, rejectOlder } from './wait-for-older.ts';

export interface MigrationResult {
  /** Names of the files that this call applied, in order. */
  readonly applied: readonly string[];
  /** Name of the last file; empty when the directory has none. */
  readonly current: string;
  /** Names of migrations of a newer release, which let this one run. */
  readonly newer: readonly string[];
  /** The role that transactions take on; null when the login itself is subject to row-level security. */
  readonly applicationRole: string | null;
}

const lockAttempts = 10;
const missingTable = '42P01';
/** A lock was not available in time, or an older process that starts waited for the lock of migrations. */
const RETRIED = new Set(['55P03', '40P01']);

/**
 * Migrates a database to the newest schema: the application role, the job queue's own migrations, then the
 * numbered files of the directory, forward only, each in its own transaction. When several processes call it
 * at once, one migrates and the others wait. Calls `onOlder` as long as processes of older releases must stop
 * first.
 */
export async function migrate(
  connection: Connection,
  directory: string,
  onOlder: OnOlderProcesses = rejectOlder,
): Promise<MigrationResult> {
  const files = await readMigrationFiles(directory);
  const client = new Client({ application_name: 'tallymark migrate', ...connection });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const current = files.at(-1)?.name ?? '';
    const head = await readHead(client);
    // Decided without the lock, because "nothing to do" stays true: migrations are never reverted.
    if (head && findPending(files, head.applied).length === 0 && head.queueVersion >= jobQueueHead) {
      const applicationRole = head.role ?? (await chooseApplicationRole(client));
      return { applied: [], current, newer: listNewer(files, head.applied), applicationRole };
    }
    await lockAlone(client, files, onOlder);
    const applicationRole = await chooseApplicationRole(client);
    if (!head || head.queueVersion < jobQueueHead) await migrateJobQueue(connection);
    return { applied: await applyPending(client, files), current, newer: [], applicationRole };
  } finally {
    // Ending the session frees the lock, also after an error.
    await client.end();
  }
}

/**
 * Takes the lock of migrations when no process runs that they would break. A process registers itself under
 * the same lock before it uses the database, so none can begin meanwhile.
 */
async function lockAlone(
  client: pg.Client,
  files: readonly MigrationFile[],
  onOlder: OnOlderProcesses,
): Promise<void> {
  for (;;) {
    await lockMigrations(client, 'alone');
    const head = await readHead(client);
    const pending = findPending(files, head?.applied ?? []);
    const isQueueOlder = !head || head.queueVersion < jobQueueHead;
    const alone =
      pending.find(({ beside }) => beside !== true)?.name ?? (isQueueOlder ? 'the job queue' : null);
    const older = alone === null ? [] : await listOlderProcesses(client, expectationOf(files));
    if (alone === null || older.length === 0) return;
    // Without the lock, so that older processes may end and even restart.
    await unlockMigrations(client, 'alone');
    await onOlder(older, alone);
  }
}

/** What a release with these files expects. */
function expectationOf(files: readonly MigrationFile[], version = ''): Release {
  return { version, migration: Number(files.at(-1)?.name.slice(0, 4) ?? 0), jobQueue: jobQueueHead };
}

/** The same of this release. */
export async function readRelease(directory: string, version: string): Promise<Release> {
  return expectationOf(await readMigrationFiles(directory), version);
}

/** Throws if a newer release has applied a migration that does not let this one run. */
export async function rejectNewerSchema(client: pg.Client, directory: string): Promise<void> {
  findPending(await readMigrationFiles(directory), (await readHead(client))?.applied ?? []);
}

/** Reads the schema state without changing anything. */
export async function readSchemaState(
  connection: Connection,
  directory: string,
): Promise<{ pending: readonly string[]; applicationRole: string | null }> {
  const files = await readMigrationFiles(directory);
  const client = new Client({ application_name: 'tallymark', ...connection });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const head = await readHead(client);
    const pending = head ? findPending(files, head.applied) : files;
    return { pending: pending.map(({ name }) => name), applicationRole: head?.role ?? null };
  } finally {
    await client.end();
  }
}

interface Head {
  readonly applied: readonly AppliedMigration[];
  readonly queueVersion: number;
  /** Null when the role is missing or not granted, as after a restore into another server. */
  readonly role: string | null;
}

/**
 * Everything that decides whether there are migrations to apply, in one round trip. Null when the bookkeeping
 * tables are missing.
 */
async function readHead(client: pg.Client): Promise<Head | null> {
  try {
    const { rows } = await client.query<Head>(`
      select coalesce((
               select json_agg(json_build_object('name', name, 'checksum', checksum,
                 'beside', to_jsonb(m) -> 'beside') order by name)
               from schema_migrations as m), '[]') as applied,
             (select coalesce(max(id), 0) from graphile_worker.migrations) as "queueVersion",
             (select rolname from pg_roles
               where rolname = 'tallymark_app' and not rolsuper and not rolbypassrls
                 and pg_has_role(oid, 'member')) as role`);
    return rows[0] ?? null;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === missingTable) return null;
    throw error;
  }
}

async function applyPending(client: pg.Client, files: readonly MigrationFile[]): Promise<string[]> {
  await client.query(`create table if not exists schema_migrations (
    name       text primary key,
    checksum   text not null,
    applied_at timestamptz not null default now(),
    beside     boolean
  )`);
  const { rows: columns } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'beside'`,
  );
  if (columns.length === 0) await client.query('alter table schema_migrations add column beside boolean');
  const { rows } = await client.query<AppliedMigration>(
    'select name, checksum, beside from schema_migrations order by name',
  );
  const pending = findPending(files, rows);
  for (const file of pending) await applyFile(client, file);
  return pending.map(({ name }) => name);
}

/**
 * A statement that waits for a table lock makes every later reader of the table wait behind it. So it waits
 * at most two seconds, lets the traffic through, and tries again.
 */
async function applyFile(client: pg.Client, file: MigrationFile): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await prepare(client, file);
      await client.query(file.text);
      await client.query('insert into schema_migrations (name, checksum, beside) values ($1, $2, $3)', [
        file.name,
        file.checksum,
        file.beside,
      ]);
      if (file.isTransaction) await client.query('commit');
      return;
    } catch (error) {
      // Without effect if there is no transaction.
      await client.query('rollback');
      const isRetried = error instanceof pg.DatabaseError && RETRIED.has(error.code ?? '');
      if (!isRetried || attempt === lockAttempts) throw describeFailure(file, error);
      await sleep(200 * attempt);
    }
  }
}

/**
 * Begins the transaction of a file. One without builds or drops an index concurrently, which waits for
 * running transactions and lets all of them through; an earlier attempt may have left an index that is not
 * valid.
 */
async function prepare(client: pg.Client, { text, isTransaction }: MigrationFile): Promise<void> {
  if (isTransaction) {
    await client.query('begin; set local lock_timeout = 2000');
    return;
  }
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where not i.indisvalid and strpos($1, c.relname) > 0`,
    [text],
  );
  for (const { name } of rows) await client.query(`drop index concurrently ${name}`);
}

function describeFailure(file: MigrationFile, error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  const position = error instanceof pg.DatabaseError ? Number(error.position) : Number.NaN;
  const line = Number.isNaN(position) ? '' : ` line ${file.text.slice(0, position).split('\n').length}`;
  return new Error(`Migration ${file.name}${line} failed and was rolled back: ${message}`, { cause: error });
}
