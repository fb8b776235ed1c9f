import type { Database } from '#platform/db/database.ts';
import { readDatabaseClock } from '#platform/db/due-work.ts';
import type { Org } from '#platform/http/operation.ts';
import { purgeEventKeys } from './store/event-keys.ts';

const PAGE_SIZE = 10_000;
const MAX_PAGES = 100;

/**
 * Deletes event ids that have been taken for 45 days by the organization's clock: a million an hour at most,
 * in short transactions, so that ingestion never waits long for one.
 */
export async function purgeOldEventKeys(database: Database, org: Org): Promise<void> {
  for (let page = 0; page < MAX_PAGES; page++) {
    const count = await database.transaction({ orgId: org.orgId, access: 'write' }, async (tx) =>
      purgeEventKeys(tx, org, { now: await readDatabaseClock(tx, org), limit: PAGE_SIZE }),
    );
    if (count < PAGE_SIZE) return;
  }
}
