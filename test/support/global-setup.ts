import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { databaseUrlOf, type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/db/embedded.ts';
import { migrate } from '#platform/db/migrate.ts';
import { copyCluster } from './copy-cluster.ts';
import { databaseUrl } from './database-url.ts';
import { makeThrowAwayFolder, removeAbandoned } from './throw-away-folder.ts';

/** Facts for the test files about the server of this run. */
export interface TestServer {
  readonly adminUrl: string;
  /** A database with all migrations applied and no connections. */
  readonly template: string;
  /** Every database of a test starts with this. */
  readonly prefix: string;
  /** The run's temporary folder, also for files of services under test. */
  readonly folder: string;
  /** A data directory with a migrated, stopped cluster to copy; null with an external server. */
  readonly cluster: string | null;
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

const migrations = resolve(import.meta.dirname, '../../migrations');

/** One server for the whole run: that of DATABASE_URL, or else a temporary embedded one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned();
  const folder = await makeThrowAwayFolder('test');
  const server: UsedServer = process.env.DATABASE_URL
    ? { adminUrl: process.env.DATABASE_URL, cluster: null, stop: async () => undefined }
    : await startThrowAwayServer(folder);
  // Several runs may share an external server, so each run has its own names.
  const run = `tallymark_test_${process.pid}_${randomBytes(3).toString('hex')}`;
  const testServer: TestServer = {
    ...{ adminUrl: server.adminUrl, cluster: server.cluster, folder },
    template: `${run}_template`,
    prefix: `${run}_`,
  };
  // The database of the copied cluster is already migrated; an external server has no such template.
  const copied = server.cluster === null ? '' : ' template tallymark';
  await runStatement(server.adminUrl, `create database ${testServer.template}${copied}`);
  await migrate({ connectionString: databaseUrl(server.adminUrl, testServer.template) }, migrations);
  project.provide('testServer', testServer);
  return async () => {
    await dropDatabases(testServer);
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

interface UsedServer {
  readonly adminUrl: string;
  readonly cluster: string | null;
  stop(): Promise<void>;
}

async function startThrowAwayServer(folder: string): Promise<UsedServer> {
  const [dataDir, cluster] = [join(folder, 'used'), join(folder, 'copied')];
  for (const each of [dataDir, cluster]) await mkdir(each, { mode: 0o700 });
  await makeCluster(cluster);
  await copyCluster(cluster, dataDir);
  const server = await startThrowAway(dataDir);
  return { adminUrl: databaseUrlOf(server.connection), cluster, stop: server.stop };
}

/** Migrated once for the run's server and all servers that tests start. */
async function makeCluster(dataDir: string): Promise<void> {
  const server = await startThrowAway(dataDir);
  try {
    await migrate(server.connection, migrations);
  } finally {
    await server.stop();
  }
}

function startThrowAway(dataDir: string): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDir,
    log: console.error,
    // No data of this server outlives the run; tests of durability start their own.
    settings: {
      ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
      // Keeps the log small, which every copy of the cluster includes.
      min_wal_size: '32MB',
    },
  });
}

async function dropDatabases({ adminUrl, prefix }: TestServer): Promise<void> {
  const { rows } = await runStatement<{ datname: string }>(
    adminUrl,
    `select datname from pg_database where starts_with(datname, '${prefix}')`,
  );
  for (const { datname } of rows)
    await runStatement(adminUrl, `drop database if exists ${datname} with (force)`);
}

async function runStatement<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
): Promise<pg.QueryResult<Row>> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await client.query<Row>(text);
  } finally {
    await client.end();
  }
}
