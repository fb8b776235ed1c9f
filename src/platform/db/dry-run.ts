import { sql } from 'kysely';
import type { Tx } from './database.ts';
import { countEffects, truncateEffects } from './effects.ts';
import { countOutbox, truncateOutbox } from './outbox.ts';

/**
 * Returns the result of `work` and undoes its effects: a dry run executes the real code and rolls it back. So
 * both raise the same errors and return the same result; only newly generated ids differ.
 */
export async function runDry<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const noted = countOutbox(tx);
  const effects = countEffects(tx);
  await sql`savepoint dry_run`.execute(tx);
  try {
    return await work();
  } finally {
    truncateOutbox(tx, noted);
    truncateEffects(tx, effects);
    await sql`rollback to savepoint dry_run`.execute(tx);
    await sql`release savepoint dry_run`.execute(tx);
  }
}
