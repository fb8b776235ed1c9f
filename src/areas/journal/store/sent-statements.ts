import type { Tx } from '#platform/db/database.ts';
import type { SentStatementsTable } from '../tables.ts';

export async function insertSentStatement(tx: Tx, row: SentStatementsTable): Promise<void> {
  await tx.insertInto('sentStatements').values(row).execute();
}
