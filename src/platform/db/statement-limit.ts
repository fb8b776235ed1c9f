import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** Ends every further statement of the transaction that takes longer, with SQLSTATE 57014. */
export async function limitStatements(tx: Tx, seconds: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${`${Math.trunc(seconds)}s`}, true)`.execute(tx);
}
