import type { Tx } from '#platform/db/database.ts';
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

/** Files of some kinds behind an id, in the order of ids. */
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
