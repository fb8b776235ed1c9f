import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { enqueueJob } from '#platform/db/enqueue-job.ts';
import { json } from '#platform/db/json.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import { NEWEST_FIRST } from '#platform/http/list-orders.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Claim } from '#platform/jobs/leased-work.ts';
import { IMPORT_STATUSES, IMPORT_TYPES } from '../schema.ts';
import type { ImportsTable } from '../tables.ts';

export type ImportRow = Selectable<ImportsTable>;
export type NewImport = Pick<
  ImportRow,
  | ('id' | 'type' | 'fileId' | 'delimiter' | 'columns' | 'defaults' | 'isDryRun' | 'requestedBy')
  | ('createdAt' | 'updatedAt')
>;

/** The queue task that wakes the import of files. */
export const RUN_IMPORTS = 'run_imports';

export const importList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: {
    type: { column: 'type', kind: 'enum', values: IMPORT_TYPES },
    status: { column: 'status', kind: 'enum', values: IMPORT_STATUSES },
  },
  searchable: {},
  ...NEWEST_FIRST,
};

/** Due at once. */
export async function insertImport(tx: Tx, org: Org, row: NewImport): Promise<ImportRow> {
  const { columns, defaults, requestedBy, ...plain } = row;
  const inserted = await tx
    .insertInto('imports')
    .values({
      ...{ ...plain, orgId: org.orgId, status: 'QUEUED' },
      ...{ columns: columns && json(columns), defaults: json(defaults), requestedBy: json(requestedBy) },
      nextAttemptAt: sql`clock_timestamp()`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await enqueueJob(tx, org, { task: RUN_IMPORTS });
  return inserted;
}

/** Serializes the requests that want to add an import, until the transaction ends. */
export async function countRunning(tx: Tx, org: Org): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('imports under way'), ${org.orgId})`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from imports
    where org_id = ${org.orgId} and next_attempt_at is not null`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function findImport(tx: Tx, org: Org, id: string): Promise<ImportRow | null> {
  const query = tx.selectFrom('imports').selectAll().where('orgId', '=', org.orgId).where('id', '=', id);
  return (await query.executeTakeFirst()) ?? null;
}

export function listImportRows(tx: Tx, org: Org, page: PageRequest) {
  return findPage(tx.selectFrom('imports').selectAll().where('orgId', '=', org.orgId), page);
}

export interface Leased {
  id: string;
  lease: string;
}

/** Claims due imports, the oldest first. Concurrent processes claim different ones. */
export async function claimImports(tx: Tx, org: Org, claim: Claim): Promise<ImportRow[]> {
  const { rows } = await sql<ImportRow>`
    with due as (
      select id from imports where org_id = ${org.orgId} and next_attempt_at <= ${claim.now}
      order by created_at, id limit ${claim.max} for update skip locked)
    update imports i set lease = ${claim.lease}, next_attempt_at = ${claim.leaseEndsAt}, status = 'RUNNING'
    from due where i.org_id = ${org.orgId} and i.id = due.id returning i.*`.execute(tx);
  return rows;
}

/**
 * Reads and locks an import whose lease the caller holds; null if another process has the lease, or its
 * organization is not active. The lock keeps other processes from importing its rows.
 */
export async function lockLeased(tx: Tx, org: Org, { id, lease }: Leased): Promise<ImportRow | null> {
  const { rows } = await sql<ImportRow>`
    select i.* from imports i join organizations o on o.org_id = i.org_id and o.status = 'ACTIVE'
    where i.org_id = ${org.orgId} and i.id = ${id} and i.lease = ${lease} for update of i`.execute(tx);
  return rows[0] ?? null;
}

export async function updateImport(
  tx: Tx,
  org: Org,
  change: { id: string; set: Partial<Omit<ImportRow, 'columns' | 'defaults' | 'requestedBy'>> },
): Promise<void> {
  await tx
    .updateTable('imports')
    .set(change.set)
    .where('orgId', '=', org.orgId)
    .where('id', '=', change.id)
    .execute();
}

/** Deletes imports that ended before an instant. Returns their number. */
export async function deleteEndedImports(
  tx: Tx,
  org: Org,
  old: { before: Temporal.Instant; limit: number },
): Promise<number> {
  const result = await sql`
    delete from imports where org_id = ${org.orgId} and id = any(array(
      select id from imports
      where org_id = ${org.orgId} and next_attempt_at is null and updated_at < ${old.before}
      order by created_at limit ${old.limit}))`.execute(tx);
  return Number(result.numAffectedRows ?? 0);
}
