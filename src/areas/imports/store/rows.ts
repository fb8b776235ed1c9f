import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import type { Org } from '#platform/http/operation.ts';
import type { ImportRowsTable } from '../tables.ts';

export type RowResult = Omit<Selectable<ImportRowsTable>, 'orgId' | 'importId'>;

/** The primary key rejects a row of the file that was already imported. */
export async function insertResults(
  tx: Tx,
  org: Org,
  { importId, results }: { importId: string; results: readonly RowResult[] },
): Promise<void> {
  await sql`
    insert into import_rows (org_id, import_id, place, line, entity_id, status, error)
    select ${org.orgId}, ${importId}, r.place, r.line, r."entityId", r.status, r.error
    from jsonb_to_recordset(${json(results)})
      as r (place integer, line integer, "entityId" text, status text, error text)`.execute(tx);
}

/** In file order, after a line. */
export async function listResults(
  tx: Tx,
  org: Org,
  requested: { importId: string; after: number; limit: number },
): Promise<RowResult[]> {
  return tx
    .selectFrom('importRows')
    .select(['place', 'line', 'entityId', 'status', 'error'])
    .where('orgId', '=', org.orgId)
    .where('importId', '=', requested.importId)
    .where('place', '>', requested.after)
    .orderBy('place')
    .limit(requested.limit)
    .execute();
}

export async function deleteResults(tx: Tx, org: Org, importId: string): Promise<void> {
  await tx.deleteFrom('importRows').where('orgId', '=', org.orgId).where('importId', '=', importId).execute();
}
