import type { Database } from '#platform/db/database.ts';
import { readDatabaseClock } from '#platform/db/due-work.ts';
import type { Org } from '#platform/http/operation.ts';
import { deleteSettledJobs } from './store/jobs.ts';

const KEPT_DAYS = 180;
/** Each may have thousands of entries. */
const PAGE_SIZE = 20;
const MAX_PAGES = 100;

/** Deletes jobs that were settled 180 days ago by the organization's clock, with their entries. */
export async function purgeOldJobs(database: Database, org: Org): Promise<void> {
  for (let page = 0; page < MAX_PAGES; page++) {
    const count = await database.transaction({ orgId: org.orgId, access: 'write' }, async (tx) => {
      const before = (await readDatabaseClock(tx, org)).subtract({ hours: 24 * KEPT_DAYS });
      return deleteSettledJobs(tx, org, { before, limit: PAGE_SIZE });
    });
    if (count < PAGE_SIZE) return;
  }
}
