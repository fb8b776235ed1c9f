import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databaseUrlOf, startEmbeddedPostgres } from '#platform/db/embedded.ts';
import { isProcessRunning } from '#platform/db/embedded-inspect.ts';
import { migrate } from '#platform/db/migrate.ts';
import { databaseUrl } from '#test/database-url.ts';

/** Runs statements with the rights of the owner: to count, or to take a guarantee away. */
export interface Owned {
  query<T>(text: string): Promise<T[]>;
}

/** A PostgreSQL server by its data directory, whoever started it. */
export interface KilledServer extends Owned {
  /** SIGKILL of the process that all others hang on; waits for its end. */
  killPostmaster(): Promise<void>;
  /** SIGKILL of a process that serves the service, one at work if there is any. */
  killBackend(): Promise<void>;
}

/** Far longer than a service under load goes without a connection. */
const MAX_ATTEMPTS = 1_000;

/** Of a server that recovers, or that just begins to. */
const RECOVERING = new Set(['57P03', '57P02', 'ECONNRESET']);

/** A server that recovers answers nobody, and when it has, the service may not have asked it yet. */
function noneYet(error: unknown): [] {
  if (RECOVERING.has((error as { code?: string }).code ?? '')) return [];
  throw error;
}

/** The server that a service started in its DATA_DIR, or `databaseServer` in a directory of its own. */
export function serverIn(dataDir: string): KilledServer {
  const query = async <T>(text: string) => {
    const host = await readFile(join(dataDir, 'pg.socket'), 'utf8');
    return queryAsOwner<T>(ownerUrl(host), text);
  };
  return {
    query,
    killPostmaster: async () => {
      const lock = await readFile(join(dataDir, 'pg', 'postmaster.pid'), 'utf8');
      const pid = Number(lock.split('\n')[0]);
      process.kill(pid, 'SIGKILL');
      while (await isProcessRunning(pid)) await sleep(5);
    },
    killBackend: async () => {
      let backend: { pid: number } | undefined;
      for (let tries = 0; !backend && tries < MAX_ATTEMPTS; tries++) {
        if (tries > 0) await sleep(5);
        [backend] = await query<{ pid: number }>(`
          select pid from pg_stat_activity where application_name = 'tallymark'
          order by (state <> 'idle') desc, random() limit 1`).catch(noneYet);
      }
      if (!backend) throw new Error('no process of the server works for the service');
      process.kill(backend.pid, 'SIGKILL');
    },
  };
}

/** A server of the test's own; like that of a service, it is started again when it ends by itself. */
export interface DatabaseServer extends KilledServer {
  readonly url: string;
  stop(): Promise<void>;
}

export async function databaseServer(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<DatabaseServer> {
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, log: () => undefined, settings });
  return { ...serverIn(dataDir), url: ownerUrl(connection.host), stop };
}

const MIGRATIONS = resolve(import.meta.dirname, '../../migrations');

/** A migrated database among others on a server that nobody kills. */
export interface Database extends Owned {
  readonly url: string;
  readonly name: string;
}

/** Makes databases, each a copy of one that was migrated, or of another one that nobody is connected to. */
export type MakeDatabase = (copied?: Pick<Database, 'name'>) => Promise<Database>;

export async function databaseMaker({ url, query }: DatabaseServer): Promise<MakeDatabase> {
  const connections = new Map<string, KeptConnection>();
  let made = 0;
  // Without effect when the server began with a copy of a migrated cluster.
  await migrate({ connectionString: url }, MIGRATIONS);
  await query('create database migrated template tallymark');
  return async (copied = { name: 'migrated' }) => {
    const name = `made_${++made}`;
    await connections.get(copied.name)?.close();
    await query(`create database ${name} template ${copied.name}`);
    const own = databaseUrl(url, name);
    const connection = keepConnection(own);
    connections.set(name, connection);
    return { url: own, name, query: connection.query };
  };
}

interface KeptConnection extends Owned {
  close(): Promise<void>;
}

/** One that is opened when it is needed: tests look at a database every few milliseconds. */
function keepConnection(connectionString: string): KeptConnection {
  let opened: Promise<pg.Client> | null = null;
  const open = async () => {
    const client = new pg.Client({ connectionString });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const close = async () => {
    const client = await opened?.catch(() => null);
    opened = null;
    await client?.end();
  };
  return {
    close,
    query: async <T>(text: string) => {
      opened ??= open();
      try {
        return (await (await opened).query(text)).rows as T[];
      } catch (error) {
        // It may be in the middle of a transaction.
        await close();
        throw error;
      }
    },
  };
}

function ownerUrl(host: string): string {
  return databaseUrlOf({ host, port: 5432, user: 'tallymark', database: 'tallymark' });
}

async function queryAsOwner<T>(url: string, text: string): Promise<T[]> {
  const client = await connectTo(url);
  try {
    return (await client.query(text)).rows as T[];
  } finally {
    await client.end();
  }
}

/** A server of which a process was killed recovers first, for a moment. */
async function connectTo(url: string): Promise<pg.Client> {
  for (let attempt = 1; ; attempt++) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (!RECOVERING.has((error as { code?: string }).code ?? '') || attempt === MAX_ATTEMPTS) throw error;
      await sleep(20);
    }
  }
}
