import pg from 'pg';
import { ENDS_WITHOUT_ANSWER } from '../db/database.ts';
import { databaseProblem } from '../db/failures.ts';
import type { Logger } from '../http/server.ts';

/** The connections of the job queue, which asks for them and does not wait for what it asks. */
export interface QueuePool {
  pool: pg.Pool;
  /** Ends the connections after what was asked of them so far, such as to note the end of a job. */
  end(): Promise<void>;
}

interface QueuePoolOptions {
  connection: pg.ClientConfig;
  logger: Logger;
}

type Asked = (...args: unknown[]) => Promise<unknown> | undefined;

export function openQueuePool({ connection, logger }: QueuePoolOptions, max: number): QueuePool {
  const pool = new pg.Pool({
    ...connection,
    ...ENDS_WITHOUT_ANSWER,
    max,
    application_name: 'tallymark worker',
  });
  const onError = (error: Error) => logger.warn({ err: error }, 'worker connection lost');
  pool.on('error', onError);
  const connect = pool.connect.bind(pool) as Asked;
  const asked = new Set<Promise<unknown>>();
  const ask: Asked = (...args) => {
    const client = connect(...args)?.catch(sayWhenAway);
    if (client) asked.add(client);
    return client?.finally(() => asked.delete(client));
  };
  pool.connect = ((...args) => (pool.ending ? ASKED_TOO_LATE : ask(...args))) as Asked as typeof pool.connect;
  pool.on('connect', (client) => {
    client.on('error', onError);
    const query = client.query.bind(client) as Asked;
    client.query = ((...args) => query(...args)?.catch(sayWhenAway)) as Asked as typeof client.query;
  });
  return {
    pool,
    end: async () => {
      await Promise.allSettled(asked);
      await pool.end();
    },
  };
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
  throw Object.assign(new Error(error.message, { cause: error }), { code: AWAY });
}
