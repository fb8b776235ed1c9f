import type { Tx } from '#platform/db/database.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { Org } from '#platform/http/operation.ts';
import { deleteFile, findFile } from './store.ts';

/** Deletes the bytes, then the row: if the storage is unavailable, both stay for a retry. */
export async function dropFile(
  { tx, org, deployment }: { tx: Tx; org: Org; deployment: Deployment },
  id: string,
): Promise<void> {
  const file = await findFile(tx, org, id);
  if (!file) return;
  await deployment.files.remove(file.storageKey);
  await deleteFile(tx, org, id);
}
