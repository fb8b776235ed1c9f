import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { migrate } from '#platform/db/migrate.ts';
import { type RecordedResponse, readResponse } from '../fixtures/before-metering/read-requests.ts';
import { createEmptyDatabase, runOnServer } from './postgres.ts';
import { type Client, client, type Reply, type Service, startAppAs } from './running-app.ts';

/** A database of the last version before the rewrite of metering, with events of every kind. */

const FIXTURE = resolve(import.meta.dirname, '../fixtures/before-metering');
const MIGRATIONS = resolve(import.meta.dirname, '../../migrations');
/** The last migration of that version. */
const LAST_MIGRATION = '0021_advance_settlements.sql';

export interface OlderDatabase {
  url: string;
  /** Connects as the owner. */
  connection: pg.ClientConfig;
  run(text: string): Promise<Reply['body'][]>;
}

/**
 * Objects owned by `login` have an owner without special rights, so that row-level security applies to the
 * migrations too.
 */
export async function openOlderDatabase(
  stops: (() => Promise<unknown>)[],
  login: string | null = null,
): Promise<OlderDatabase> {
  const database = await openEmpty(stops, login);
  await migrateUpTo(database.connection, LAST_MIGRATION);
  await database.run(await readFixture('data.sql.gz'));
  return database;
}

/** An empty database of the version before the migration that ends in `migration`. */
export async function openDatabaseBefore(
  stops: (() => Promise<unknown>)[],
  { migration, login }: { migration: string; login: string },
): Promise<OlderDatabase> {
  const database = await openEmpty(stops, login);
  const names = (await readdir(MIGRATIONS)).sort();
  const last = names[names.findIndex((name) => name.endsWith(migration)) - 1];
  if (last === undefined) throw new Error(`no migration comes before one that ends in ${migration}`);
  await migrateUpTo(database.connection, last);
  return database;
}

export interface OlderRows {
  older: OlderDatabase;
  /** A connection that stays open, on which neither triggers nor foreign keys work. */
  database: pg.Client;
  /** A row as JSON has it; columns that it does not name have their defaults. */
  insert(table: string, row: Record<string, unknown>): Promise<void>;
}

/** Such a database with the sandbox `one`, to be filled row by row. */
export async function openRowsBefore(
  stops: (() => Promise<unknown>)[],
  terms: { migration: string; login: string },
): Promise<OlderRows> {
  const older = await openDatabaseBefore(stops, terms);
  const database = new pg.Client({ connectionString: older.url });
  await database.connect();
  stops.push(() => database.end());
  await database.query(`set session_replication_role = replica;
    insert into organizations (id, environment, name, created_at, updated_at)
    values ('one', 'sandbox', 'One', now(), now())`);
  return {
    ...{ older, database },
    insert: async (table, row) => {
      const columns = Object.keys(row).join(', ');
      await database.query(
        `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1)`,
        [JSON.stringify(row)],
      );
    },
  };
}

async function openEmpty(stops: (() => Promise<unknown>)[], login: string | null): Promise<OlderDatabase> {
  if (login) {
    await runOnServer(`create role ${login} login nosuperuser nocreaterole nobypassrls`);
    stops.push(() => runOnServer(`drop role ${login}`));
  }
  const { url, drop } = await createEmptyDatabase();
  stops.push(drop);
  const run = (text: string) => runStatement(url, text);
  if (login)
    await run(
      `do $$ begin execute format('alter database %I owner to ${login}', current_database()); end $$`,
    );
  return { url, connection: { connectionString: url, ...(login && { options: `-c role=${login}` }) }, run };
}

export const upgrade = (database: OlderDatabase) => migrate(database.connection, MIGRATIONS);

/** Starts the application on it, with the keys of the recording. */
export async function startOn(
  stops: (() => Promise<unknown>)[],
  { url, connection }: OlderDatabase,
  role: string | null,
): Promise<Service> {
  const app = await startAppAs(stops, { connection, role, env: {} });
  return {
    ...{ app, databaseUrl: url },
    production: client(app, '', 'older-database-production'),
    sandbox: client(app, '/sandbox', 'older-database-sandbox'),
    createOrganization: () => Promise.reject(new Error('the database has its organizations')),
  };
}

/** Migrates to a version without the later migrations. */
async function migrateUpTo(connection: pg.ClientConfig, last: string): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'tallymark-older-'));
  for (const name of await readdir(MIGRATIONS))
    if (name <= last) await copyFile(join(MIGRATIONS, name), join(directory, name));
  await migrate(connection, directory);
  await rm(directory, { recursive: true });
}

async function runStatement(url: string, text: string): Promise<Reply['body'][]> {
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  try {
    return (await database.query(text)).rows;
  } finally {
    await database.end();
  }
}

async function readFixture(name: string): Promise<string> {
  return gunzipSync(await readFile(join(FIXTURE, name))).toString();
}

export async function readRecorded(): Promise<RecordedResponse[]> {
  const lines = (await readFixture('answers.jsonl.gz')).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line));
}

/** Repeats the recorded requests. */
export async function answerAgain(
  { sandbox, production }: Record<'sandbox' | 'production', Client>,
  recorded: readonly RecordedResponse[],
): Promise<RecordedResponse[]> {
  const responses: RecordedResponse[] = [];
  for (const { answer: _, ...question } of recorded) {
    const to = question.environment === 'sandbox' ? sandbox : production;
    responses.push({ ...question, answer: await readResponse(to, question) });
  }
  return responses;
}

/**
 * Responses byte for byte, except for intended differences: events have new reference ids, in the same order,
 * and the deployment's keys sign links and cursors.
 */
export function comparable(responses: readonly RecordedResponse[]): string[] {
  const references = responses.flatMap(({ answer }) =>
    [...answer.matchAll(/"referenceId":"([^"]+)"/g)].map(([, reference]) => reference ?? ''),
  );
  const places = new Map([...new Set(references)].sort().map((reference, index) => [reference, index]));
  return responses.map(({ environment, method, path, body, answer }) => {
    const text = answer
      .replaceAll(/"referenceId":"([^"]+)"/g, (_, reference) => `"referenceId":"${places.get(reference)}"`)
      .replaceAll(/"(pdfUrl|nextToken)":"[^"]+"/g, '"$1":"…"')
      // The end of an open range was printed differently.
      .replaceAll('9999-12-31T23:59:59.999Z', '9999-01-01T00:00:00.000Z');
    const known = path.startsWith('/events/') ? withoutNewMembers(text) : asSinceThen(path, text);
    return `${environment} ${method} ${path} ${JSON.stringify(body ?? null)} ${known}`;
  });
}

/**
 * Lists of invoices contained the totals of drafts as of their last refresh, and now contain those of a GET
 * by id, which is compared. Customers read "Tier" instead of "Slab".
 */
function asSinceThen(path: string, text: string): string {
  if (path.startsWith('/invoices?'))
    return text.replaceAll(
      /("status":"DRAFT"[^{}]*"generatedAt":)"[^"]*"([^{}]*"totalAmount":)[\d.]+/g,
      '$1"…"$2"…"',
    );
  if (path.startsWith('/invoices/')) return text.replaceAll(/("description":")Slab( \d+: )/g, '$1Tier$2');
  if (path.endsWith('/explain'))
    return (
      withoutDocument(text)
        .replaceAll('"slabs together: ', '"sum of the tiers: ')
        .replaceAll(', so no slab is charged"', ', so no tier is charged"')
        .replaceAll(', no slab is entered"', ', no tier is reached"')
        // Lines say where they are in the document, and whose events, and of when, are behind them.
        .replaceAll(/("lineId":"[^"]*"),"path":"[\d.]*"/g, '$1')
        // And which versions of schemas their events were read by, which nobody noted at the time.
        .replaceAll(',"schemas":[]', '')
        .replaceAll(/,"usage":\{"accountId":"[^"]*","from":"[^"]*","until":"[^"]*"\}/g, '')
    );
  return text;
}

/** Explanations repeat the amounts of the document, which the invoice itself has, too. */
function withoutDocument(text: string): string {
  const { revenueInfo: _, ...explanation } = JSON.parse(text);
  return JSON.stringify(explanation);
}

/**
 * Newer members of events: their billing, the currencies, the meters that their plans price, and why a meter
 * did not count them.
 */
function withoutNewMembers(text: string): string {
  return text
    .replaceAll(/,?"billing":\{(?:[^{}]|\{[^{}]*\})*\}/g, '')
    .replaceAll(/,?"(?:baseCurrency|invoiceCurrency)":"[A-Z]{3}"/g, '')
    .replaceAll(/,"reason":"The meter (?:[^"\\]|\\.)*"/g, '')
    .replaceAll(/,"usageMeters":\[(?:"[^"]*",?)*\]/g, '')
    .replaceAll('{,', '{');
}
