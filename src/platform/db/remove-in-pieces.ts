import type { Org } from '../http/operation.ts';
import type { Database, Tx } from './database.ts';

interface Pieces {
  /** Things that go in one transaction, at most. */
  limit: number;
  /** Transactions, at most; what is left then waits for the next time. Absent: 50. */
  most?: number;
  /** Removes up to `limit` things of the organization and returns how many there were. */
  remove(tx: Tx, limit: number): Promise<number>;
}

/**
 * Removes what is kept no longer, in transactions none of which is long: others wait for locks of one piece
 * and not of all. Returns how many things are gone.
 */
export async function removeInPieces(
  database: Database,
  { orgId }: Org,
  { limit, most = 50, remove }: Pieces,
): Promise<number> {
  let all = 0;
  for (let piece = 0; piece < most; piece++) {
    const removed = await database.transaction({ orgId, access: 'write' }, (tx) => remove(tx, limit));
    all += removed;
    if (removed < limit) break;
  }
  return all;
}
