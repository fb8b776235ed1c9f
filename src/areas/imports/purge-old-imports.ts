import type { Database } from '#platform/db/database.ts';
import { readDatabaseClock } from '#platform/db/due-work.ts';
import type { Org } from '#platform/http/operation.ts';
import { deleteEndedImports } from './store/imports.ts';

const KEPT_DAYS = 180;
const PAGE_SIZE = 100;

/** Deletes imports that ended 180 days ago by the organization's clock. */
export async function purgeOldImports(database: Database, org: Org): Promise<void> {
  await database.transaction({ orgId: org.orgId, access: 'write' }, async (tx) => {
    const before = (await readDatabaseClock(tx, org)).subtract({ hours: 24 * KEPT_DAYS });
    await deleteEndedImports(tx, org, { before, limit: PAGE_SIZE });
  });
}
