import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { databaseUrl } from './database-url.ts';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Not the number of the process, which a long run may use twice. */
const WORKER = randomBytes(4).toString('hex');
let made = 0;

/** A migrated database for one test file, copied from the template of the run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { template, prefix } = inject('testServer');
  const name = nextName(prefix);
  // Copies through the log instead of files: no checkpoint, so test files that start together do not wait.
  await runOnServer(`create database ${name} template ${template} strategy wal_log`);
  return describeDatabase(name);
}

/** An empty database, for tests of the migrations themselves. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const name = nextName(inject('testServer').prefix);
  await runOnServer(`create database ${name} strategy wal_log`);
  return describeDatabase(name);
}

/** Runs statements outside any database, such as those about roles. */
export async function runOnServer(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('testServer').adminUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

function describeDatabase(name: string): TestDatabase {
  return {
    url: databaseUrl(inject('testServer').adminUrl, name),
    // Pools that a test did not close must not prevent dropping the database.
    drop: () => runOnServer(`drop database if exists ${name} with (force)`),
  };
}

function nextName(prefix: string): string {
  made += 1;
  return `${prefix}${WORKER}_${made}`;
}
