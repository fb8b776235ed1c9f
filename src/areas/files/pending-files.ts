import type { Tx } from '#platform/db/database.ts';
import { removeInPieces } from '#platform/db/remove-in-pieces.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { Maintenance } from '#platform/http/area.ts';
import type { Org } from '#platform/http/operation.ts';
import { abandonOldPendingFiles, deletePendingFile, listAbandonedFiles } from './store.ts';

const FILES_AT_ONCE = 100;

/**
 * Deletes the bytes stored by failed or lost transactions, then their pending rows. Returns their keys; fewer
 * than `limit` if none is left.
 */
export async function dropAbandonedFiles(
  { tx, org, deployment }: { tx: Tx; org: Org; deployment: Deployment },
  limit: number,
): Promise<string[]> {
  const keys = await listAbandonedFiles(tx, org, limit);
  for (const key of keys) {
    await deployment.files.discard(key);
    await deletePendingFile(tx, org, key);
  }
  return keys;
}

/** No transaction runs for a day, so older pending rows belong to none. */
export const dropOldPendingFiles: Maintenance = async (database, org, deployment) => {
  await database.transaction({ orgId: org.orgId, access: 'write' }, (tx) => abandonOldPendingFiles(tx, org));
  await removeInPieces(database, org, {
    limit: FILES_AT_ONCE,
    remove: async (tx, limit) => (await dropAbandonedFiles({ tx, org, deployment }, limit)).length,
  });
};
