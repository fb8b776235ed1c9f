import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** Serializes changes of one URL that depend on its current state, until the transaction ends. */
export async function lockPath(tx: Tx, { orgId, path }: { orgId: number; path: string }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${orgId}\n${path}`}, 8))`.execute(tx);
}
