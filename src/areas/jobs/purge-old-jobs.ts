import type { Database } from '#platform/db/database.ts';
import { removeInPieces } from '#platform/db/remove-in-pieces.ts';
import { readDatabaseClock } from '#platform/db/scheduled-work.ts';
import type { Org } from '#platform/http/operation.ts';
import { deleteSettledJobs } from './store/jobs.ts';

const KEPT = { hours: 180 * 24 } as const;

/** Deletes jobs that ended 180 days ago by the organization's clock, with their entries. */
export function purgeOldJobs(database: Database, org: Org): Promise<number> {
  return removeInPieces(database, org, {
    // Each may have thousands of entries.
    limit: 20,
    max: 100,
    remove: async (tx, limit) => {
      const before = (await readDatabaseClock(tx, org)).subtract(KEPT);
      return deleteSettledJobs(tx, org, { before, limit });
    },
  });
}
