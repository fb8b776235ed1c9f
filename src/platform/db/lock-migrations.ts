import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { MIGRATION_LOCK } from './advisory-locks.ts';

const PAUSE_MS = 50;

/**
 * Takes the lock of migrations for the session: alone to migrate, shared to look at the schema and register.
 * It asks again and again, because a statement that waits has a snapshot, and an index that is built
 * concurrently waits for all of those: each would wait for the other.
 */
export async function lockMigrations(client: pg.Client, mode: 'alone' | 'shared'): Promise<void> {
  const lock = mode === 'alone' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared';
  for (;;) {
    const { rows } = await client.query(`select ${lock}($1) as is_taken`, [MIGRATION_LOCK]);
    if (rows[0]?.is_taken) return;
    await sleep(PAUSE_MS);
  }
}

export async function unlockMigrations(client: pg.Client, mode: 'alone' | 'shared'): Promise<void> {
  const unlock = mode === 'alone' ? 'pg_advisory_unlock' : 'pg_advisory_unlock_shared';
  await client.query(`select ${unlock}($1)`, [MIGRATION_LOCK]);
}
