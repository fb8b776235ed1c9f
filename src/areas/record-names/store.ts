import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { RecordName } from './schema.ts';

const TABLES = {
  ...{ accounts: sql`accounts`, customers: sql`customers`, apiKeys: sql`api_keys` },
  // A draft has no number: its row has no name, which the condition leaves out.
  invoices: sql`(select org_id, id, sequence_id as name from invoices) as numbered`,
};
export type NamedKind = keyof typeof TABLES;

/** Of archived and deleted records, too: lists still refer to them. */
export async function listNames(
  tx: Tx,
  { orgId }: Org,
  { kind, ids }: { kind: NamedKind; ids: readonly string[] },
): Promise<RecordName[]> {
  const { rows } = await sql<RecordName>`
    select id, name from ${TABLES[kind]}
    where org_id = ${orgId} and id = any(${ids}::text[]) and name is not null
    order by id collate "C"`.execute(tx);
  return rows;
}
