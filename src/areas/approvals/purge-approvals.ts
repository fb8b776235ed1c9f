import type { Database } from '#platform/db/database.ts';
import { removeInPieces } from '#platform/db/remove-in-pieces.ts';
import { readDatabaseClock } from '#platform/db/scheduled-work.ts';
import type { Org } from '#platform/http/operation.ts';
import { deleteDecided } from './store/approvals.ts';

const KEPT = { hours: 400 * 24 } as const;

/** Deletes approvals decided 400 days ago by the organization's clock; their audit entries stay longer. */
export function purgeApprovals(database: Database, org: Org): Promise<number> {
  return removeInPieces(database, org, {
    limit: 200,
    remove: async (tx, limit) => {
      const before = (await readDatabaseClock(tx, org)).subtract(KEPT);
      return deleteDecided(tx, org, { before, limit });
    },
  });
}
