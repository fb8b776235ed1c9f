import type { Database } from '#platform/db/database.ts';
import { removeInPieces } from '#platform/db/remove-in-pieces.ts';
import { readDatabaseClock } from '#platform/db/scheduled-work.ts';
import type { Org } from '#platform/http/operation.ts';
import { deleteEndedImports } from './store/imports.ts';

const KEPT = { hours: 180 * 24 } as const;

/** Deletes imports that ended 180 days ago by the organization's clock. */
export function purgeOldImports(database: Database, org: Org): Promise<number> {
  return removeInPieces(database, org, {
    limit: 100,
    remove: async (tx, limit) => {
      const before = (await readDatabaseClock(tx, org)).subtract(KEPT);
      return deleteEndedImports(tx, org, { before, limit });
    },
  });
}
