import pg from 'pg';
import { Client } from '../db/client.ts';
import type { Database } from '../db/database.ts';
import { databaseProblem } from '../db/failures.ts';
import { ENDS_WITHOUT_RESPONSE, isSpoilt, WRITES_WHERE_IT_MAY } from '../db/pool.ts';
import type { Connection } from '../db/servers.ts';
import type { Logger } from '../http/server.ts';

/** Connections for the job queue, which issues queries without awaiting them. */
export interface QueuePool {
  pool: pg.Pool;
  /** Ends the connections after the queries issued so far, such as recording the end of a job. */
  end(): Promise<void>;
}

interface QueuePoolOptions {
  connection: Connection;
  database: Pick<Database, 'writes'>;
  logger: Logger;
}

type Requested = (...args: unknown[]) => Promise<unknown> | undefined;

/** One per concurrent job, one that listens, and one that polls. */
export const QUEUE_CONNECTIONS = 4;

export function openQueuePool({ connection, database, logger }: QueuePoolOptions): QueuePool {
  const pool = new pg.Pool({
    ...connection,
    ...ENDS_WITHOUT_RESPONSE,
    Client,
    max: QUEUE_CONNECTIONS,
    application_name: 'tallymark worker',
  } as pg.PoolConfig);
  const onError = (error: Error) => logger.warn({ err: error }, 'worker connection lost');
  pool.on('error', onError);
  const connect = pool.connect.bind(pool) as Requested;
  const requested = new Set<Promise<unknown>>();
  const connectOrReject: Requested = (...args) => {
    const rejected = errorOf(database);
    if (rejected) return reject(rejected, args);
    const client = connect(...args)?.catch(sayWhenAway);
    if (client) requested.add(client);
    return client?.finally(() => requested.delete(client));
  };
  pool.connect = ((...args) =>
    pool.ending ? NEVER : connectOrReject(...args)) as Requested as typeof pool.connect;
  pool.on('connect', (client) => {
    client.on('error', onError);
    const query = client.query.bind(client) as Requested;
    client.query = ((...args) =>
      query(...args)?.catch((error) => {
        // The pool does not reuse it then.
        if (isSpoilt(error)) client.end().catch(() => undefined);
        sayWhenAway(error);
      })) as Requested as typeof client.query;
    void query(WRITES_WHERE_IT_MAY)?.catch(() => client.end());
  });
  return {
    pool,
    end: async () => {
      await Promise.allSettled(requested);
      await pool.end();
    },
  };
}

/** The queue pauses while the database is read-only: all its queries write. */
function errorOf({ writes }: Pick<Database, 'writes'>): Error | null {
  try {
    writes.requireWrites();
    return null;
  } catch (error) {
    return awayError(error as Error);
  }
}

function reject(error: Error, [callback]: unknown[]): Promise<never> | undefined {
  if (typeof callback !== 'function') return Promise.reject(error);
  callback(error);
  return undefined;
}

/**
 * The queue could not record the end of a job during shutdown: it retries later, when nothing exists any
 * more, and an error would end the process. The job runs again.
 */
const NEVER = new Promise<never>(() => {});

/**
 * A code after which the queue repeats a query by itself. Lost connections have other codes or none, and a
 * queue that cannot record the end of a job would end the whole process.
 */
const AWAY = 'ETIMEDOUT';

function sayWhenAway(error: Error): never {
  if (databaseProblem(error)?.status !== 503) throw error;
  throw awayError(error);
}

function awayError(error: Error): Error {
  return Object.assign(new Error(error.message, { cause: error }), { code: AWAY });
}
