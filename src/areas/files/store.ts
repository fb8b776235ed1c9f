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

export async function deleteFile(tx: Tx, org: { orgId: number }, id: string): Promise<void> {
  await tx.deleteFrom('files').where('orgId', '=', org.orgId).where('id', '=', id).execute();
}
