import { resolve } from 'node:path';
import pg from 'pg';
import { writeAccessRules } from './embedded-access.ts';
import { chooseServerAccount } from './embedded-account.ts';
import { createCluster, openClusterDirectory } from './embedded-cluster.ts';
import { keepRunning } from './embedded-keep-running.ts';
import { choosePlacement, type Placement } from './embedded-placement.ts';
import { clearPreviousPostmaster } from './embedded-postmaster.ts';
import { type ServerProcess, startServerProcess } from './embedded-process.ts';
import {
  clearSocketDirectory,
  findSocketDirectory,
  makeSocketDirectory,
  rememberSocketDirectory,
  removeSocketDirectory,
} from './embedded-socket.ts';

export interface EmbeddedConnection {
  /** A directory: the server listens on a Unix socket only. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password?: string;
}

export interface EmbeddedPostgres {
  readonly connection: EmbeddedConnection;
  /**
   * Writes a checkpoint and stops the server; resolves when its process has ended. A second call waits for
   * the first.
   */
  stop(): Promise<void>;
  /**
   * Calls back whenever the server ends without `stop`, with a sentence that quotes the server's last log
   * lines. The server is then restarted on the same socket.
   */
  onExit(callback: (reason: string) => void): void;
}

export interface EmbeddedOptions {
  /** The database is in the folder `pg` of this directory. */
  readonly dataDir: string;
  readonly log: (message: string) => void;
  /** For messages that the operator should act on; default: `log`. */
  readonly warn?: (message: string) => void;
  /** The system user that runs the server when root starts it; null or absent: chosen automatically. */
  readonly osUser?: string | null;
  /** Server settings on top of the defaults, for temporary test servers that need no durability. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A start that takes longer fails; default: ten minutes. */
  readonly startsWithinMs?: number;
}

const superuser = 'tallymark';
const database = 'tallymark';
const port = 5432;
/** With the pauses in between, some seconds: as long as children of a killed server may need to notice. */
const startAttempts = 25;

/**
 * Starts PostgreSQL as a child process on a private Unix socket; creates the data directory when it is
 * missing and recovers it after a hard kill. Throws when another live service uses the same data directory.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const directory = await openClusterDirectory(dataDir);
  const { osUser: wanted = null, warn = options.log } = options;
  const account = await chooseServerAccount({ directory, wanted, warn });
  const placement = await choosePlacement({ directory, account, log: options.log });
  await clearPreviousPostmaster(placement.clusterPath, options.log);
  await createCluster(placement, superuser);
  const socketDirectory = await makeSocketDirectory(placement.launcher);
  const start = () => startOnFreeDirectory({ placement, socketDirectory, options });
  const first = await start().catch(async (error) => {
    await removeSocketDirectory(socketDirectory);
    throw error;
  });
  const connection = { host: socketDirectory, port, user: superuser, database };
  const server = keepRunning(first, start, options.log);
  const stop = async () => {
    await server.stop();
    await removeSocketDirectory(socketDirectory);
  };
  try {
    await ensureDatabase(connection);
    await rememberSocketDirectory(placement.clusterPath, socketDirectory);
  } catch (error) {
    await stop();
    throw error;
  }
  return { connection, stop, onExit: server.onExit };
}

/** The URL of a server on a socket, for another process. */
export function databaseUrlOf({ host = '', port: at, user, database: name }: pg.ClientConfig): string {
  return `postgresql://${user}@/${name}?host=${encodeURIComponent(host)}&port=${at}`;
}

/** Connects to the database of a running service, or else starts one that runs until `stop`. */
export async function openEmbeddedPostgres(
  options: EmbeddedOptions,
): Promise<Pick<EmbeddedPostgres, 'connection' | 'stop'>> {
  const { path, owner } = await openClusterDirectory(resolve(options.dataDir));
  if (owner === null) throw new Error(`there is no database in ${path}. Set DATA_DIR or DATABASE_URL.`);
  const host = await findSocketDirectory(path);
  const connection = { host: host ?? '', port, user: superuser, database };
  if (host !== null && (await responses(connection))) return { connection, stop: async () => undefined };
  return startEmbeddedPostgres(options);
}

/** False when no server listens there any more. */
async function responses(connection: EmbeddedConnection): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

interface ServerLocation {
  readonly placement: Placement;
  readonly socketDirectory: string;
  readonly options: EmbeddedOptions;
}

/**
 * PostgreSQL's own lock file decides between services that start at the same moment; the loser checks again
 * which service holds the directory, and normally fails because the directory is in use.
 */
async function startOnFreeDirectory({
  placement,
  socketDirectory,
  options,
}: ServerLocation): Promise<ServerProcess> {
  const { log, settings = {}, startsWithinMs } = options;
  for (let attempt = 1; ; attempt++) {
    await clearPreviousPostmaster(placement.clusterPath, log);
    await clearSocketDirectory(socketDirectory);
    await writeAccessRules(placement);
    const outcome = await startServerProcess({
      ...{ placement, socketDirectory, port, settings, startsWithinMs, log },
    });
    if (outcome.kind === 'ready') return outcome.server;
    if (attempt === startAttempts) throw new Error(outcome.reason);
  }
}

/**
 * A kill between the first start and this statement leaves a cluster without the database, so every start
 * checks.
 */
async function ensureDatabase(connection: EmbeddedConnection): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 30_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}
