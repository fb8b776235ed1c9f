import type { Database } from '#platform/db/database.ts';
import { readDatabaseClock } from '#platform/db/scheduled-work.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { Org } from '#platform/http/operation.ts';
import { purgeCatalogChanges } from './store/catalog-changes.ts';
import { deleteOldLateUsage } from './store/late-usage.ts';
import { emptyPartition, rollPartitions, settlePartition } from './store/partitions.ts';
import { findKeylessEnd, findPurged, forgetBefore, purgeKeys, savePurged } from './store/purge-keys.ts';
import { compactDeltas } from './store/usage-deltas.ts';

/** Keys of a page are locked until it is done; those who send such an id meanwhile wait. */
const PAGE_SIZE = 10_000;
const MAX_PAGES = 4000;
/** For the index of a whole partition. */
const INDEX_MINUTES = 120;

/**
 * The hourly upkeep of an organization's events: partitions are made ahead, closed, settled and emptied
 * (those of all organizations, by whoever comes first), changes of the catalog that every process has seen
 * are deleted, and so are event ids that have been taken for 45 days by the organization's clock. All in
 * short transactions, so that ingestion never waits long for one.
 */
export async function tendEvents(database: Database, org: Org, deployment: Deployment): Promise<void> {
  const scope = { orgId: org.orgId, access: 'write' } as const;
  const { eventRetentionDays: days } = deployment;
  await database.transaction(scope, rollPartitions);
  while (await database.transaction({ ...scope, minutes: INDEX_MINUTES }, settlePartition));
  if (days !== null) while (await database.transaction(scope, (tx) => emptyPartition(tx, days)));
  // What it came to is kept by the documents that took it up.
  while (!(await database.transaction(scope, (tx) => deleteOldLateUsage(tx, org, PAGE_SIZE))));
  await database.transaction(scope, (tx) => purgeCatalogChanges(tx, org));
  // Of processes that are gone.
  while ((await database.transaction(scope, (tx) => compactDeltas(tx, org)))?.isAll === false);
  for (let page = 0; page < MAX_PAGES; page++)
    if (await database.transaction(scope, (tx) => purgePage(tx, org))) return;
}

type Tx = Parameters<typeof findPurged>[0];

/** Forty million keys an hour at most. True when none are left. */
async function purgePage(tx: Tx, org: Org): Promise<boolean> {
  const [now, purged] = await Promise.all([readDatabaseClock(tx, org), findPurged(tx, org)]);
  const untilSeq = purged.afterKey === null ? await findKeylessEnd(tx, org, now) : purged.untilSeq;
  if (purged.afterKey === null && untilSeq <= purged.untilSeq) return true;
  const afterKey = await purgeKeys(tx, org, { ...purged, untilSeq, limit: PAGE_SIZE });
  if (afterKey === null) await forgetBefore(tx, org, untilSeq);
  await savePurged(tx, org, { untilSeq, afterKey });
  return afterKey === null;
}
