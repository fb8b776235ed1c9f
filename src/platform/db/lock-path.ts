import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** Changes of one address that depend on what is there follow each other, until the transaction ends. */
export async function lockPath(tx: Tx, { orgId, path }: { orgId: number; path: string }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${orgId}\n${path}`}, 8))`.execute(tx);
}
