import { findKeptFile } from '#areas/files/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** Returns the storage location of a logo; null for an id that is no logo of the organization. */
export async function findLogo(tx: Tx, org: Org, fileId: string): Promise<{ storageKey: string } | null> {
  const file = await findKeptFile(tx, org, fileId);
  return file?.kind === 'LOGO' ? file : null;
}
