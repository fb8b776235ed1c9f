import { sql } from 'kysely';
import type { Tx } from './database.ts';
import { countNotes, forgetNotes } from './noted-events.ts';

/**
 * What `work` answers, without what it does: a dry run is the real thing, undone. So both refuse the same and
 * show the same; only ids that are made on the way differ.
 */
export async function rehearse<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const noted = countNotes(tx);
  await sql`savepoint rehearsal`.execute(tx);
  try {
    return await work();
  } finally {
    forgetNotes(tx, noted);
    await sql`rollback to savepoint rehearsal`.execute(tx);
    await sql`release savepoint rehearsal`.execute(tx);
  }
}
