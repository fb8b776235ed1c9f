import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { App } from '#platform/app-parts.ts';
import { type Client, client } from '#test/running-app.ts';
import { type Answer, askEverything, exact } from './answers.ts';
import { keepDatabase, readLines, writeLines } from './kept-release.ts';
import { type Credentials, closeTheMonth } from './kept-world.ts';

/** A folder of a kept release. */
export interface KeptRelease {
  version: string;
  /** The number of the last one that its database has. */
  lastMigration: number;
  credentials: Credentials;
}

export type Clients = Record<Answer['who'] | 'session', Client>;

/** Files of a folder: what it is, its database, what its code answered, and how it closed the month. */
const [ABOUT, DATA] = ['release.json', 'data.zst'];
const [ANSWERS, MONTH] = ['answers.zst', 'end-of-month.zst'];
/** Compressed like the others: programs that look for secrets in repositories would find some. */
const CREDENTIALS = 'credentials.zst';

export const dataOf = (folder: string) => join(folder, DATA);

export function clientsOf(app: App, { sandbox, production, everything, session }: Credentials): Clients {
  return {
    sandbox: client(app, '/sandbox', sandbox),
    production: client(app, '', production),
    everything: client(app, '/sandbox', everything),
    session: client(app, '/sandbox', session),
  };
}

interface Kept {
  into: string;
  /** The folder of the stored files. */
  files: string;
  database: pg.Client;
  credentials: Credentials;
  clients: Clients;
}

/** Keeps the database first: then its month is closed. */
export async function keepRelease({ into, files, database, credentials, clients }: Kept) {
  await mkdir(into, { recursive: true });
  await keepDatabase(database, { path: dataOf(into), files });
  const answers = await askEverything(clients);
  await writeLines(
    join(into, ANSWERS),
    answers.map((each) => JSON.stringify(each)),
  );
  const month = await closeTheMonth(clients.sandbox);
  await writeLines(
    join(into, MONTH),
    month.map((each) => JSON.stringify(each)),
  );
  const { rows } = await database.query('select max(left(name, 4))::integer as last from schema_migrations');
  const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8'));
  await writeLines(join(into, CREDENTIALS), [JSON.stringify(credentials)]);
  const about = { version, lastMigration: rows[0]?.last };
  await writeFile(join(into, ABOUT), `${JSON.stringify(about, null, 2)}\n`);
  const stats = await Promise.all((await readdir(into)).map((name) => stat(join(into, name))));
  const bytes = stats.reduce((sum, { size }) => sum + size, 0);
  return { answers: answers.length, endOfMonth: month.length, bytes };
}

export async function readRelease(
  folder: string,
): Promise<KeptRelease & { answers: Answer[]; month: unknown[] }> {
  const about = JSON.parse(await readFile(join(folder, ABOUT), 'utf8')) as Omit<KeptRelease, 'credentials'>;
  const [credentials = ''] = await readLines(join(folder, CREDENTIALS));
  const parse = async (name: string) => (await readLines(join(folder, name))).map(exact);
  return {
    ...about,
    credentials: JSON.parse(credentials),
    answers: (await parse(ANSWERS)) as Answer[],
    month: await parse(MONTH),
  };
}

export async function listReleases(): Promise<string[]> {
  const entries = await readdir(import.meta.dirname, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}
