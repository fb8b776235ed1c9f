import { sql } from 'kysely';
import type { Tx } from './database.ts';

/**
 * Runs the statements of an operation that only reads in one transaction, with one snapshot, and ends each
 * of them after some seconds, with SQLSTATE 57014. Without it, each statement of a reader is a transaction
 * of its own (`runRead`), so that neither a limit nor a cursor would last.
 */
export async function limitReads<T>(tx: Tx, seconds: number, run: () => Promise<T>): Promise<T> {
  await sql`begin isolation level repeatable read read only`.execute(tx);
  try {
    await sql`select set_config('statement_timeout', ${`${Math.trunc(seconds)}s`}, true)`.execute(tx);
    const result = await run();
    await sql`commit`.execute(tx);
    return result;
  } catch (error) {
    // A connection that cannot even roll back is closed for the error that it had.
    await sql`rollback`.execute(tx).catch(() => undefined);
    throw error;
  }
}
