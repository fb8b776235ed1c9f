import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import { type Mentioned, mentions } from '#platform/db/mentions.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import { JOB_ENTRY_STATUSES } from '../schema.ts';
import type { JobEntriesTable } from '../tables.ts';
import type { JobRow } from './jobs.ts';

export type JobEntryRow = Selectable<JobEntriesTable>;

export const jobEntryList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: { status: { column: 'status', kind: 'enum', values: JOB_ENTRY_STATUSES } },
  searchable: {},
  sortable: {
    created_at: { column: 'created_at', kind: 'instant' },
    entity_id: { column: 'entity_id', kind: 'text' },
  },
  defaultSort: [
    ['created_at', 'ASC'],
    ['entity_id', 'ASC'],
  ],
  tieBreaker: 'entity_id',
};

export function listJobEntries(tx: Tx, org: Org, requested: { jobId: string; page: PageRequest }) {
  const build = () =>
    tx
      .selectFrom('jobEntries')
      .selectAll()
      .where('orgId', '=', org.orgId)
      .where('jobId', '=', requested.jobId);
  return findPage({ tx, parameters: [org.orgId, requested.jobId], build }, requested.page);
}

export async function insertEntries(tx: Tx, job: JobRow, entityIds: readonly string[]): Promise<void> {
  await sql`
    insert into job_entries (org_id, job_id, entity_id, status, created_at, updated_at)
    select ${job.orgId}, ${job.id}, entity_id, 'PENDING', ${job.createdAt}, ${job.createdAt}
    from unnest(${entityIds}::text[]) as entity_id`.execute(tx);
}

/**
 * Cancels entries that have not started, and those between two attempts: a running one holds its job. Returns
 * their number.
 */
export async function cancelEntries(
  tx: Tx,
  org: Org,
  cancelled: { jobId: string; now: Temporal.Instant },
): Promise<number> {
  const result = await sql`
    update job_entries set status = 'CANCELLED', updated_at = ${cancelled.now}
    where org_id = ${org.orgId} and job_id = ${cancelled.jobId}
      and status in ('PENDING', 'IN_PROGRESS')`.execute(tx);
  return Number(result.numAffectedRows ?? 0);
}

/** Moves entries from one status to another. Returns their number. */
export async function moveEntries(
  tx: Tx,
  org: Org,
  moved: {
    jobId: string;
    entityIds: readonly string[];
    from: 'PENDING' | 'CANCELLED';
    to: 'PENDING' | 'CANCELLED';
    now: Temporal.Instant;
  },
): Promise<number> {
  const { jobId, entityIds, from, to, now } = moved;
  const result = await sql`
    update job_entries set status = ${to}, updated_at = ${now}
    where org_id = ${org.orgId} and job_id = ${jobId} and entity_id = any(${entityIds})
      and status = ${from}`.execute(tx);
  return Number(result.numAffectedRows ?? 0);
}

/** Entity ids of the failed entries of a job. */
export async function listFailedEntities(tx: Tx, org: Org, jobId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('jobEntries')
    .select('entityId')
    .where('orgId', '=', org.orgId)
    .where('jobId', '=', jobId)
    .where('status', '=', sql.lit('FAILED'))
    .orderBy(sql`entity_id collate "C"`)
    .execute();
  return rows.map(({ entityId }) => entityId);
}

export async function lockEntry(
  tx: Tx,
  org: Org,
  entry: { jobId: string; entityId: string },
): Promise<JobEntryRow | null> {
  const query = tx
    .selectFrom('jobEntries')
    .selectAll()
    .where('orgId', '=', org.orgId)
    .where('jobId', '=', entry.jobId)
    .where('entityId', '=', entry.entityId)
    .forUpdate();
  return (await query.executeTakeFirst()) ?? null;
}

export async function updateEntry(
  tx: Tx,
  entry: JobEntryRow,
  set: Pick<JobEntryRow, 'status' | 'attempts' | 'updatedAt'> &
    Partial<Pick<JobEntryRow, 'lastError' | 'metadata'>>,
): Promise<void> {
  const { metadata, ...plain } = set;
  await tx
    .updateTable('jobEntries')
    .set({ ...plain, ...(metadata && { metadata: json(metadata) }) })
    .where('orgId', '=', entry.orgId)
    .where('jobId', '=', entry.jobId)
    .where('entityId', '=', entry.entityId)
    .execute();
}

/** Entity ids of the entries of a job that have not started, in their order. */
export async function listEntityIds(tx: Tx, org: Org, jobId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('jobEntries')
    .select('entityId')
    .where('orgId', '=', org.orgId)
    .where('jobId', '=', jobId)
    .where('status', '=', sql.lit('PENDING'))
    .orderBy('createdAt')
    .orderBy(sql`entity_id collate "C"`)
    .execute();
  return rows.map(({ entityId }) => entityId);
}

/** Clears the error texts of failed entries that mention a person. */
export async function eraseEntryFailures(
  tx: Tx,
  org: Org,
  { texts }: Pick<Mentioned, 'texts'>,
): Promise<void> {
  await sql`
    update job_entries set last_error = '[erased]' where org_id = ${org.orgId} and last_error is not null
      and ${mentions(sql`last_error`, { texts, ids: [] })}`.execute(tx);
}
