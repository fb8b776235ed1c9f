import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { FilesTable } from './tables.ts';

export async function insertFile(tx: Tx, file: FilesTable): Promise<void> {
  await tx.insertInto('files').values(file).execute();
}

/** Null for an id that the organization does not have. */
export async function findFile(tx: Tx, org: { orgId: number }, id: string) {
  return (
    (await tx
      .selectFrom('files')
      .selectAll()
      .where('orgId', '=', org.orgId)
      .where('id', '=', id)
      .executeTakeFirst()) ?? null
  );
}

/** Files of the given kinds whose id is after the cursor, sorted by id. */
export function listFiles(
  tx: Tx,
  org: { orgId: number },
  { kinds, after, limit }: { kinds: readonly FilesTable['kind'][]; after: string; limit: number },
): Promise<Pick<FilesTable, 'id' | 'kind' | 'storageKey'>[]> {
  return tx
    .selectFrom('files')
    .select(['id', 'kind', 'storageKey'])
    .where('orgId', '=', org.orgId)
    .where('kind', 'in', kinds)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function deleteFile(tx: Tx, org: { orgId: number }, id: string): Promise<void> {
  await tx.deleteFrom('files').where('orgId', '=', org.orgId).where('id', '=', id).execute();
}

export async function insertPendingFile(tx: Tx, org: Org, storageKey: string): Promise<void> {
  await tx.insertInto('pendingFiles').values({ orgId: org.orgId, storageKey }).execute();
}

/** False if the key was not recorded. */
export async function deletePendingFile(tx: Tx, org: Org, storageKey: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('pendingFiles')
    .where('orgId', '=', org.orgId)
    .where('storageKey', '=', storageKey)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/**
 * Marks all pending rows as abandoned. Needs exclusive access to the organization (`WRITES_ALONE`): every
 * transaction that stored bytes has then ended, and those that kept their row have deleted the pending one.
 */
export async function abandonPendingFiles(tx: Tx, org: Org): Promise<void> {
  await sql`update pending_files set is_abandoned = true where org_id = ${org.orgId}`.execute(tx);
}

/** The same for rows that are older than a day. */
export async function abandonOldPendingFiles(tx: Tx, org: Org): Promise<void> {
  await sql`
    update pending_files set is_abandoned = true
    where org_id = ${org.orgId} and not is_abandoned
      and noted_at < clock_timestamp() - make_interval(days => 1)`.execute(tx);
}

/** Locks the rows and skips those that another process is deleting. */
export async function listAbandonedFiles(tx: Tx, org: Org, limit: number): Promise<string[]> {
  const { rows } = await sql<{ storageKey: string }>`
    select storage_key from pending_files where org_id = ${org.orgId} and is_abandoned
    order by storage_key limit ${limit} for update skip locked`.execute(tx);
  return rows.map(({ storageKey }) => storageKey);
}
