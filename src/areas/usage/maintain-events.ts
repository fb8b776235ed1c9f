import type { Database } from '#platform/db/database.ts';
import { readDatabaseClock } from '#platform/db/scheduled-work.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { Org } from '#platform/http/operation.ts';
import { purgeCatalogChanges } from './store/catalog-changes.ts';
import { deleteOldLateUsage } from './store/late-usage.ts';
import { recountMeterHours } from './store/meter-hours.ts';
import { emptyPartition, rollPartitions, settlePartition } from './store/partitions.ts';
import { findKeylessEnd, findPurged, forgetBefore, purgeKeys, savePurged } from './store/purge-keys.ts';
import { compactDeltas } from './store/usage-deltas.ts';

/** The keys of a page stay locked until it is done; requests with such an id wait meanwhile. */
const PAGE_SIZE = 10_000;
const MAX_PAGES = 4000;
/** For the index of a whole partition. */
const INDEX_MINUTES = 120;
/** Once, after the upgrade: some seconds for each million hours of accounts. */
const RECOUNT_MINUTES = 30;

/**
 * Hourly maintenance of an organization's events: creates, closes, settles and empties partitions (of all
 * organizations, in the first job that gets there), and deletes catalog changes that every process has seen
 * and event ids older than 45 days by the organization's clock. It uses short transactions, so that ingestion
 * never waits long for one.
 */
export async function maintainEvents(database: Database, org: Org, deployment: Deployment): Promise<void> {
  const scope = { orgId: org.orgId, access: 'write' } as const;
  const { eventRetentionDays: days } = deployment;
  await database.transaction(scope, rollPartitions);
  while (await database.transaction({ ...scope, minutes: INDEX_MINUTES }, settlePartition));
  if (days !== null) while (await database.transaction(scope, (tx) => emptyPartition(tx, days)));
  // The documents that include the usage keep its amounts.
  while (!(await database.transaction(scope, (tx) => deleteOldLateUsage(tx, org, PAGE_SIZE))));
  await database.transaction(scope, (tx) => purgeCatalogChanges(tx, org));
  // Compacts deltas of processes that no longer run.
  while ((await database.transaction(scope, (tx) => compactDeltas(tx, org)))?.isAll === false);
  await database.transaction({ ...scope, minutes: RECOUNT_MINUTES }, (tx) => recountMeterHours(tx, org));
  for (let page = 0; page < MAX_PAGES; page++)
    if (await database.transaction(scope, (tx) => purgePage(tx, org))) return;
}

type Tx = Parameters<typeof findPurged>[0];

/** At most forty million keys an hour. True if none are left. */
async function purgePage(tx: Tx, org: Org): Promise<boolean> {
  const [now, purged] = await Promise.all([readDatabaseClock(tx, org), findPurged(tx, org)]);
  const untilSeq = purged.afterKey === null ? await findKeylessEnd(tx, org, now) : purged.untilSeq;
  if (purged.afterKey === null && untilSeq <= purged.untilSeq) return true;
  const afterKey = await purgeKeys(tx, org, { ...purged, untilSeq, limit: PAGE_SIZE });
  if (afterKey === null) await forgetBefore(tx, org, untilSeq);
  await savePurged(tx, org, { untilSeq, afterKey });
  return afterKey === null;
}
