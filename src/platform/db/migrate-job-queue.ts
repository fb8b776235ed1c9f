import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { Client } from './client.ts';
import type { Connection } from './servers.ts';

/** Number of the last migration of the pinned graphile-worker; its test fails when an upgrade adds more. */
export const jobQueueHead = 20;

/**
 * Installs or updates the job queue, so that our own migrations and statements can refer to
 * `graphile_worker`.
 */
export async function migrateJobQueue(connection: Connection): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: 1, Client } as pg.PoolConfig);
  // graphile-worker requires both listeners; a lost connection fails the running statement, which is enough.
  pool.on('error', () => undefined);
  pool.on('connect', (connected) => connected.on('error', () => undefined));
  try {
    await runMigrations({
      pgPool: pool,
      schema: 'graphile_worker',
      logger: new Logger(() => () => undefined),
    });
  } finally {
    await pool.end();
  }
}
