import { sql } from 'kysely';
import type { Tx } from './database.ts';
import { countOutbox, truncateOutbox } from './outbox.ts';

/**
 * What `work` answers, without what it does: a dry run is the real thing, undone. So both refuse the same and
 * show the same; only ids that are made on the way differ.
 */
export async function runDry<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const noted = countOutbox(tx);
  await sql`savepoint dry_run`.execute(tx);
  try {
    return await work();
  } finally {
    truncateOutbox(tx, noted);
    await sql`rollback to savepoint dry_run`.execute(tx);
    await sql`release savepoint dry_run`.execute(tx);
  }
}
