import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { migrate } from '#platform/db/migrate.ts';
import { type RecordedResponse, readResponse } from '../fixtures/before-metering/questions.ts';
import { createEmptyDatabase, runOnServer } from './postgres.ts';
import { type Client, client, type Reply, type Service, startAppAs } from './running-app.ts';

/** A database of the last version before metering was rewritten, with events of every kind in it. */

const FIXTURE = resolve(import.meta.dirname, '../fixtures/before-metering');
const MIGRATIONS = resolve(import.meta.dirname, '../../migrations');
/** Of the older version. */
const LAST_MIGRATION = '0021_advance_settlements.sql';

export interface OlderDatabase {
  url: string;
  /** As the login that owns it. */
  connection: pg.ClientConfig;
  run(text: string): Promise<Reply['body'][]>;
}

/**
 * What is owned by a `login` is owned by somebody who has no special rights, so that the walls hold for the
 * migrations too.
 */
export async function openOlderDatabase(
  stops: (() => Promise<unknown>)[],
  login: string | null = null,
): Promise<OlderDatabase> {
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
  const connection = { connectionString: url, ...(login && { options: `-c role=${login}` }) };
  await migrateUpTo(connection, LAST_MIGRATION);
  await run(await readFixture('data.sql.gz'));
  return { url, connection, run };
}

export const upgrade = (database: OlderDatabase) => migrate(database.connection, MIGRATIONS);

/** The application on it, with the keys that it was recorded with. */
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

/** As a version that had no later migrations. */
export async function migrateUpTo(connection: pg.ClientConfig, last: string): Promise<void> {
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

/** The same questions, asked now. */
export async function answerAgain(
  { sandbox, production }: Record<'sandbox' | 'production', Client>,
  recorded: readonly RecordedResponse[],
): Promise<RecordedResponse[]> {
  const answers: RecordedResponse[] = [];
  for (const { answer: _, ...question } of recorded) {
    const to = question.environment === 'sandbox' ? sandbox : production;
    answers.push({ ...question, answer: await readResponse(to, question) });
  }
  return answers;
}

/**
 * Answers byte by byte, except for what is meant to differ: events have other reference ids, in the same
 * order, and links are signed and pages continued with keys of the deployment.
 */
export function comparable(answers: readonly RecordedResponse[]): string[] {
  const references = answers.flatMap(({ answer }) =>
    [...answer.matchAll(/"referenceId":"([^"]+)"/g)].map(([, reference]) => reference ?? ''),
  );
  const places = new Map([...new Set(references)].sort().map((reference, index) => [reference, index]));
  return answers.map(({ environment, method, path, body, answer }) => {
    const text = answer
      .replaceAll(/"referenceId":"([^"]+)"/g, (_, reference) => `"referenceId":"${places.get(reference)}"`)
      .replaceAll(/"(pdfUrl|nextToken)":"[^"]+"/g, '"$1":"…"')
      // What has no end was printed with another end of time.
      .replaceAll('9999-12-31T23:59:59.999Z', '9999-01-01T00:00:00.000Z');
    const known = path.startsWith('/events/') ? withoutNewMembers(text) : asSinceThen(path, text);
    return `${environment} ${method} ${path} ${JSON.stringify(body ?? null)} ${known}`;
  });
}

/**
 * Lists of invoices had totals of drafts as old as their last refresh, and have those of a GET by id now,
 * which is compared. Customers read "Tier" where it said "Slab".
 */
function asSinceThen(path: string, text: string): string {
  if (path.startsWith('/invoices?'))
    return text.replaceAll(
      /("status":"DRAFT"[^{}]*"generatedAt":)"[^"]*"([^{}]*"totalAmount":)[\d.]+/g,
      '$1"…"$2"…"',
    );
  if (path.startsWith('/invoices/')) return text.replaceAll(/("description":")Slab( \d+: )/g, '$1Tier$2');
  return text;
}

/**
 * What events say since then: what bills them, the currencies, the meters that their plans price, and why a
 * meter did not count them.
 */
function withoutNewMembers(text: string): string {
  return text
    .replaceAll(/,?"billing":\{(?:[^{}]|\{[^{}]*\})*\}/g, '')
    .replaceAll(/,?"(?:baseCurrency|invoiceCurrency)":"[A-Z]{3}"/g, '')
    .replaceAll(/,"reason":"The meter (?:[^"\\]|\\.)*"/g, '')
    .replaceAll(/,"usageMeters":\[(?:"[^"]*",?)*\]/g, '')
    .replaceAll('{,', '{');
}
