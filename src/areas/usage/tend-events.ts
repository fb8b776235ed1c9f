import type { Database } from '#platform/db/database.ts';
import { readDatabaseClock } from '#platform/db/due-work.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { Org } from '#platform/http/operation.ts';
import { decodeEventId, keysOf } from './event-ids.ts';
import { purgeCatalogChanges } from './store/catalog-changes.ts';
import {
  deleteKeys,
  findPurgedEnd,
  findSettledEnd,
  listExpiredIds,
  savePurgedEnd,
  tendPartitions,
} from './store/partitions.ts';

const PAGE_SIZE = 10_000;
const MAX_PAGES = 200;

/**
 * The hourly upkeep of an organization's events: partitions are opened ahead and closed, changes of the
 * catalog that every process has seen are deleted, and so are event ids that have been taken for 45 days by
 * the organization's clock. All in short transactions, so that ingestion never waits long for one.
 */
export async function tendEvents(database: Database, org: Org, deployment: Deployment): Promise<void> {
  const scope = { orgId: org.orgId, access: 'write' } as const;
  await database.transaction(scope, (tx) => tendPartitions(tx, deployment.eventRetentionDays));
  await database.transaction(scope, (tx) => purgeCatalogChanges(tx, org));
  for (let page = 0; page < MAX_PAGES; page++)
    if (await database.transaction(scope, (tx) => purgePage(tx, org))) return;
}

type Tx = Parameters<typeof findSettledEnd>[0];

/** Two million ids an hour at most. True when none are left. */
async function purgePage(tx: Tx, org: Org): Promise<boolean> {
  const [now, from, until] = await Promise.all([
    readDatabaseClock(tx, org),
    findPurgedEnd(tx, org),
    findSettledEnd(tx),
  ]);
  if (from >= until) return true;
  const expired = await listExpiredIds(tx, org, { from, until, now, limit: PAGE_SIZE });
  const last = expired.at(-1);
  if (!last) return true;
  const keys = expired.flatMap(({ eventId }) => {
    const id = decodeEventId(eventId);
    return id === null ? [] : keysOf(id);
  });
  await deleteKeys(tx, org, { keys, before: last.seq + 1 });
  await savePurgedEnd(tx, org, last.seq + 1);
  return expired.length < PAGE_SIZE;
}
