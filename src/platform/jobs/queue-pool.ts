import pg from 'pg';
import { Client } from '../db/client.ts';
import type { Database } from '../db/database.ts';
import { databaseProblem } from '../db/failures.ts';
import { ENDS_WITHOUT_ANSWER, isSpoilt, WRITES_WHERE_IT_MAY } from '../db/pool.ts';
import type { Connection } from '../db/servers.ts';
import type { Logger } from '../http/server.ts';

/** The connections of the job queue, which asks for them and does not wait for what it asks. */
export interface QueuePool {
  pool: pg.Pool;
  /** Ends the connections after what was asked of them so far, such as to note the end of a job. */
  end(): Promise<void>;
}

interface QueuePoolOptions {
  connection: Connection;
  database: Pick<Database, 'writes'>;
  logger: Logger;
}

type Asked = (...args: unknown[]) => Promise<unknown> | undefined;

/** One for each job at a time, one that listens, and one that looks for more. */
export const QUEUE_CONNECTIONS = 4;

export function openQueuePool({ connection, database, logger }: QueuePoolOptions): QueuePool {
  const pool = new pg.Pool({
    ...connection,
    ...ENDS_WITHOUT_ANSWER,
    Client,
    max: QUEUE_CONNECTIONS,
    application_name: 'tallymark worker',
  } as pg.PoolConfig);
  const onError = (error: Error) => logger.warn({ err: error }, 'worker connection lost');
  pool.on('error', onError);
  const connect = pool.connect.bind(pool) as Asked;
  const asked = new Set<Promise<unknown>>();
  const ask: Asked = (...args) => {
    const refused = errorOf(database);
    if (refused) return refuse(refused, args);
    const client = connect(...args)?.catch(sayWhenAway);
    if (client) asked.add(client);
    return client?.finally(() => asked.delete(client));
  };
  pool.connect = ((...args) => (pool.ending ? ASKED_TOO_LATE : ask(...args))) as Asked as typeof pool.connect;
  pool.on('connect', (client) => {
    client.on('error', onError);
    const query = client.query.bind(client) as Asked;
    client.query = ((...args) =>
      query(...args)?.catch((error) => {
        // The pool does not take it back then.
        if (isSpoilt(error)) client.end().catch(() => undefined);
        sayWhenAway(error);
      })) as Asked as typeof client.query;
    void query(WRITES_WHERE_IT_MAY)?.catch(() => client.end());
  });
  return {
    pool,
    end: async () => {
      await Promise.allSettled(asked);
      await pool.end();
    },
  };
}

/** The queue pauses while the database only reads: all that it asks writes. */
function errorOf({ writes }: Pick<Database, 'writes'>): Error | null {
  try {
    writes.requireWrites();
    return null;
  } catch (error) {
    return awayError(error as Error);
  }
}

function refuse(error: Error, [callback]: unknown[]): Promise<never> | undefined {
  if (typeof callback !== 'function') return Promise.reject(error);
  callback(error);
  return undefined;
}

/**
 * The end of a job that could not be noted while the service stopped: the queue asks again a while later,
 * when nothing is there any more, and would end the process with what it is told. The job runs again.
 */
const ASKED_TOO_LATE = new Promise<never>(() => {});

/**
 * A code after which the queue repeats by itself what it asked of the database. Lost connections have other
 * codes or none, and a queue that cannot note the end of a job would end the whole process.
 */
const AWAY = 'ETIMEDOUT';

function sayWhenAway(error: Error): never {
  if (databaseProblem(error)?.status !== 503) throw error;
  throw awayError(error);
}

function awayError(error: Error): Error {
  return Object.assign(new Error(error.message, { cause: error }), { code: AWAY });
}
