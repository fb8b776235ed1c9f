import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '#platform/db/migrate.ts';
import { readMigrationFiles } from '#platform/db/migration-files.ts';
import { multiplyRows } from '#test/multiply-rows.ts';
import { copyMigrations, loadDatabase, removeFolder } from '../test/upgrades/kept-release.ts';
import { HOT_TABLES } from '../tools/migration-rules.ts';
import { benchServer } from './processes.ts';

/** A kept release, at which migrations begin. */
const FROM = process.env.BENCH_FROM ?? '0.1.0-pre.84';
const ROWS = Number(process.env.BENCH_ROWS ?? 5_000_000);
const ROOT = join(import.meta.dirname, '..');
const MIGRATIONS = join(ROOT, 'migrations');
const PROBE_EVERY_MS = 50;
/** A migration that makes callers wait longer breaks the promise of docs/upgrades.md. */
const LONGEST_MS = 2_000;

/** Parts of ROWS; a row of the others is a hundredth as frequent. Invoices have documents of several kB. */
const FILLED: readonly (readonly [table: string, share: number, organization: string])[] = [
  ['events', 1, 'billed'],
  ['event_keys', 1, 'billed'],
  ['logged_requests', 1, 'everything'],
  ['ledger_movements', 0.2, 'billed'],
  ['invoice_bookings', 0.2, 'billed'],
  ['audit_log', 0.2, 'billed'],
  ['webhook_events', 0.2, 'everything'],
  ['webhook_deliveries', 0.2, 'everything'],
  ['credit_transactions', 0.2, 'billed'],
  ['idempotency_keys', 0.2, 'billed'],
  ['scheduled_work', 0.2, 'billed'],
  ['mails', 0.1, 'everything'],
];
/** Tables whose last key has too few values; copies differ in these columns, by their count `i`. */
const COPIED: readonly Copied[] = [
  { table: 'context_hours', share: 1, differing: { context_id: 'context_id + i' } },
  { table: 'context_cycles', share: 0.2, differing: { context_id: 'context_id + i' } },
  {
    ...{ table: 'invoices', share: 0.04, where: `invoice_type = 'STANDARD' and status = 'DUE'` },
    differing: {
      id: `id || '~' || i`,
      schedule_id: `schedule_id || '~' || i`,
      sequence_id: `sequence_id || '~' || i`,
    },
  },
];

interface Copied {
  table: string;
  share: number;
  where?: string;
  differing: Readonly<Record<string, string>>;
}

/** Fills a database of an earlier version, migrates it forward, and reports who waited how long. */
export async function benchMigrationLocks(): Promise<void> {
  const server = process.env.BENCH_DATABASE_URL ? null : await benchServer();
  const url = process.env.BENCH_DATABASE_URL ?? server?.databaseUrl ?? '';
  try {
    await fill(url);
    const names = (await readMigrationFiles(MIGRATIONS)).map(({ name }) => name);
    const last = await countApplied(url);
    for (const name of names.slice(last)) await measure(url, name);
  } finally {
    await server?.stop();
  }
}

async function fill(url: string): Promise<void> {
  const folder = join(ROOT, 'test/upgrades', FROM);
  const { lastMigration } = JSON.parse(await readFile(join(folder, 'release.json'), 'utf8'));
  await migrateUpTo(url, lastMigration);
  const scratch = await mkdtemp(join(tmpdir(), 'tallymark-files-'));
  await withDatabase(url, (database) =>
    loadDatabase(database, { path: join(folder, 'data.zst'), files: scratch }),
  );
  await rm(scratch, { recursive: true });
  for (const [table, share, organization] of FILLED) {
    const began = performance.now();
    const only = { table, where: 'true' };
    const rejected = await multiplyRows(url, { organization, times: Math.round(ROWS * share), only });
    if (rejected.length > 0) throw new Error(`${table} rejects copies of a row`);
    report(table, Math.round(ROWS * share), began);
  }
  for (const copied of COPIED) {
    const began = performance.now();
    report(copied.table, await withDatabase(url, (database) => copyRow(database, copied)), began);
  }
}

function report(table: string, rows: number, began: number): void {
  console.log(`${table}: ${rows} more rows, ${Math.round((performance.now() - began) / 1000)} s`);
}

async function copyRow(
  database: pg.Client,
  { table, share, where = 'true', differing }: Copied,
): Promise<number> {
  await database.query('set session_replication_role = replica');
  const { rows } = await database.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  const { rowCount } = await database.query(
    `insert into ${table} (${names.join(', ')}) overriding system value
     select ${names.map((name) => differing[name] ?? name).join(', ')}
     from (select * from ${table} where ${where} order by org_id limit 1) as one,
       generate_series(1, ${Math.round(ROWS * share)}) as i on conflict do nothing`,
  );
  await database.query(`analyze ${table}`);
  return rowCount ?? 0;
}

async function migrateUpTo(url: string, last: number): Promise<void> {
  const folder = await copyMigrations(MIGRATIONS, last);
  await migrate({ connectionString: url }, folder);
  await removeFolder(folder);
}

/** Applies one migration while readers and writers of each hot table look in every 50 ms. */
async function measure(url: string, name: string): Promise<void> {
  const present = await withDatabase(url, async (database) => {
    const { rows } = await database.query<{ name: string }>(
      'select name from unnest($1::text[]) as name where to_regclass(name) is not null',
      [HOT_TABLES],
    );
    return rows.map((row) => row.name);
  });
  const state = { isOver: false };
  const probes = present.flatMap((table) => [
    probe(url, state, { label: `${table} read`, statement: `select from ${table} limit 1` }),
    // The lock of every writer, without its triggers.
    probe(url, state, {
      label: `${table} write`,
      statement: `begin; lock table ${table} in row exclusive mode; commit`,
    }),
  ]);
  await sleep(500);
  const began = performance.now();
  await migrateUpTo(url, Number(name.slice(0, 4)));
  const took = performance.now() - began;
  state.isOver = true;
  const waits = (await Promise.all(probes)).sort((one, other) => other.longestMs - one.longestMs);
  const isLong = (waits[0]?.longestMs ?? 0) > LONGEST_MS;
  const longest = waits.slice(0, 4).map(({ label, longestMs }) => `${label} ${Math.round(longestMs)} ms`);
  console.log(`${isLong ? '!' : ' '} ${name} ${Math.round(took)} ms; longest waits: ${longest.join(', ')}`);
}

interface Probe {
  label: string;
  statement: string;
}

async function probe(url: string, state: { isOver: boolean }, { label, statement }: Probe) {
  return withDatabase(url, async (database) => {
    let longestMs = 0;
    while (!state.isOver) {
      const began = performance.now();
      await database.query(statement);
      longestMs = Math.max(longestMs, performance.now() - began);
      await sleep(PROBE_EVERY_MS);
    }
    return { label, longestMs };
  });
}

async function countApplied(url: string): Promise<number> {
  return withDatabase(url, async (database) => {
    const { rows } = await database.query('select count(*)::integer as applied from schema_migrations');
    return rows[0]?.applied as number;
  });
}

async function withDatabase<T>(url: string, run: (database: pg.Client) => Promise<T>): Promise<T> {
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  return run(database).finally(() => database.end());
}
