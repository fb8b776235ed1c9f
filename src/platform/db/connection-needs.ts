import type { ClientBase } from 'pg';
import { QUEUE_CONNECTIONS } from '../jobs/queue-pool.ts';

/** The most connections of a process, per pool. */
export interface PoolSizes {
  write: number;
  read: number;
}

export interface Deployed {
  pools: PoolSizes;
  isWorker: boolean;
  apiProcesses: number;
}

/** One holds the process slot; one is opened briefly, for example for signing keys. */
const BESIDE_POOLS = 2;

/** The most connections that the started process and its child processes have at one time. */
export function connectionsNeeded({ pools, isWorker, apiProcesses }: Deployed): number {
  const each = pools.write + pools.read + BESIDE_POOLS;
  const started = apiProcesses > 1 ? apiProcesses : 0;
  return each * (1 + started) + (isWorker ? QUEUE_CONNECTIONS : 0);
}

interface Limits {
  /** For all logins that are not superusers. */
  server: number;
  /** Limits of the login and of the database; null: none. */
  login: number | null;
  database: number | null;
  /** Connections of other clients at this moment. */
  used: number;
}

/**
 * Throws when the server can never provide this many connections. Returns a warning when the connections of
 * other clients leave too few at this moment.
 */
export async function checkConnectionLimit(client: ClientBase, needed: number): Promise<string | null> {
  const limits = await readLimits(client);
  const max = Math.min(...[limits.server, limits.login, limits.database].filter((limit) => limit !== null));
  const advice =
    'raise max_connections of the server, or lower DATABASE_WRITE_CONNECTIONS, ' +
    'DATABASE_READ_CONNECTIONS or API_PROCESSES';
  if (needed > max)
    throw new Error(
      `Tallymark needs up to ${needed} database connections, but the server allows only ${max}: ` +
        `${advice}`,
    );
  if (needed > max - limits.used)
    return (
      `Tallymark needs up to ${needed} database connections; the server allows ${max}, and other ` +
      `clients use ${limits.used}: ${advice}.`
    );
  return null;
}

async function readLimits(client: ClientBase): Promise<Limits> {
  const { rows } = await client.query<Limits>(`
    select current_setting('max_connections')::int
             - current_setting('superuser_reserved_connections')::int
             - coalesce(current_setting('reserved_connections', true)::int, 0) as server,
           (select nullif(rolconnlimit, -1) from pg_roles where rolname = session_user) as login,
           (select nullif(datconnlimit, -1) from pg_database where datname = current_database()) as database,
           (select count(*)::int from pg_stat_activity
             where datid is not null and pid <> pg_backend_pid()) as used`);
  if (!rows[0]) throw new Error('no answer');
  return rows[0];
}
