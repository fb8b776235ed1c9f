import { type Insertable, type Selectable, sql } from 'kysely';
import { publishEvent } from '#areas/webhooks/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import { JOB_STATUSES, JOB_TYPES, type JobType } from '../schema.ts';
import type { JobsTable } from '../tables.ts';

export type JobRow = Selectable<JobsTable>;

export const jobList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: {
    type: { column: 'type', kind: 'enum', values: JOB_TYPES },
    status: { column: 'status', kind: 'enum', values: JOB_STATUSES },
  },
  searchable: {},
  sortable: { updated_at: { column: 'updated_at', kind: 'instant' }, id: { column: 'id', kind: 'text' } },
  defaultSort: [
    ['updated_at', 'DESC'],
    ['id', 'ASC'],
  ],
  tieBreaker: 'id',
};

export function listJobs(tx: Tx, org: Org, page: PageRequest) {
  const build = () =>
    tx.selectFrom('jobs').select(['id', 'type', 'status', 'updatedAt']).where('orgId', '=', org.orgId);
  return findPage({ tx, parameters: [org.orgId], build }, page);
}

export async function findJob(tx: Tx, org: Org, id: string): Promise<JobRow | null> {
  const query = tx.selectFrom('jobs').selectAll().where('orgId', '=', org.orgId).where('id', '=', id);
  return (await query.executeTakeFirst()) ?? null;
}

/** Reads and locks. Every transaction locks a job before its entries. */
export async function lockJob(tx: Tx, org: Org, id: string): Promise<JobRow | null> {
  const query = tx
    .selectFrom('jobs')
    .selectAll()
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .forUpdate();
  return (await query.executeTakeFirst()) ?? null;
}

/**
 * Locks a job for one of its entries: it cannot be rejected or ended before the caller commits, but other
 * entries can run and be counted.
 */
export async function holdJob(tx: Tx, org: Org, id: string): Promise<JobRow | null> {
  const query = tx
    .selectFrom('jobs')
    .selectAll()
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .forKeyShare();
  return (await query.executeTakeFirst()) ?? null;
}

/** The oldest active job of a type. */
export async function findActiveJob(tx: Tx, org: Org, type: JobType): Promise<JobRow | null> {
  const query = tx
    .selectFrom('jobs')
    .selectAll()
    .where('orgId', '=', org.orgId)
    .where('type', '=', type)
    .where('settledAt', 'is', null)
    .orderBy('createdAt')
    .limit(1);
  return (await query.executeTakeFirst()) ?? null;
}

/** Throws the database's unique violation `jobs_one_bill_run` while another bill run is active. */
export function insertJob(
  tx: Tx,
  { metadata, ...row }: Omit<Insertable<JobsTable>, 'metadata'> & { metadata: Record<string, string> },
): Promise<JobRow> {
  const values = { ...row, metadata: json(metadata) };
  return tx.insertInto('jobs').values(values).returningAll().executeTakeFirstOrThrow();
}

/** Events that a job publishes, by status. */
const PUBLISHED: Partial<Record<JobRow['status'], 'job.waiting' | 'job.completed' | 'job.failed'>> = {
  WAITING_FOR_CONFIRMATION: 'job.waiting',
  COMPLETED: 'job.completed',
  FAILED: 'job.failed',
};

export async function updateJob(
  tx: Tx,
  org: Org,
  change: {
    id: string;
    now: Temporal.Instant;
    set: Partial<
      Pick<JobRow, 'status' | 'decision' | 'decidedAt' | 'decidedByName' | 'settledAt' | 'cancelledEntries'>
    >;
    /** Merged with the existing members. */
    metadata?: Record<string, string>;
  },
): Promise<JobRow> {
  const { id, now, set, metadata = {} } = change;
  const type = set.status && PUBLISHED[set.status];
  if (type) publishEvent(tx, org, { type, id, now });
  return tx
    .updateTable('jobs')
    .set({ ...set, updatedAt: now, metadata: sql`metadata || ${json(metadata)}` })
    .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Counts an entry that has ended. */
export function countEntry(
  tx: Tx,
  org: Org,
  ended: { jobId: string; now: Temporal.Instant; status: 'COMPLETED' | 'FAILED' },
): Promise<JobRow> {
  const counter = ended.status === 'COMPLETED' ? 'completedEntries' : 'failedEntries';
  return tx
    .updateTable('jobs')
    .set({ updatedAt: ended.now })
    .set((eb) => ({ [counter]: eb(counter, '+', 1), rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', ended.jobId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Counts entries that were taken out of a job, or put back into it if the number is negative. */
export async function addCancelled(
  tx: Tx,
  org: Org,
  { jobId, entries, now }: { jobId: string; entries: number; now: Temporal.Instant },
): Promise<void> {
  if (entries === 0) return;
  await tx
    .updateTable('jobs')
    .set({ updatedAt: now })
    .set((eb) => ({
      cancelledEntries: eb('cancelledEntries', '+', entries),
      rowVersion: eb('rowVersion', '+', 1),
    }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', jobId)
    .execute();
}

/** Deletes jobs that ended before an instant with their entries. Returns their number. */
export async function deleteSettledJobs(
  tx: Tx,
  org: Org,
  old: { before: Temporal.Instant; limit: number },
): Promise<number> {
  const result = await sql`
    delete from jobs where org_id = ${org.orgId} and id = any(array(
      select id from jobs where org_id = ${org.orgId} and settled_at < ${old.before}
      order by settled_at limit ${old.limit}))`.execute(tx);
  return Number(result.numAffectedRows ?? 0);
}
