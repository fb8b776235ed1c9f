import type { Org } from '../http/operation.ts';
import type { Database, Tx } from './database.ts';

interface Pieces {
  /** The most resources to remove per transaction. */
  limit: number;
  /** The most transactions; the rest waits for the next run. Default 50. */
  max?: number;
  /** Removes up to `limit` resources of the organization and returns the number removed. */
  remove(tx: Tx, limit: number): Promise<number>;
}

/**
 * Removes expired data in short transactions, so that others wait for the locks of one piece only. Returns
 * the number of resources removed.
 */
export async function removeInPieces(
  database: Database,
  { orgId }: Org,
  { limit, max = 50, remove }: Pieces,
): Promise<number> {
  let all = 0;
  for (let piece = 0; piece < max; piece++) {
    const removed = await database.transaction({ orgId, access: 'write' }, (tx) => remove(tx, limit));
    all += removed;
    if (removed < limit) break;
  }
  return all;
}
