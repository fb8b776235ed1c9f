import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { enqueueJob } from '#platform/db/enqueue-job.ts';
import { json } from '#platform/db/json.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Claim } from '#platform/jobs/leased-work.ts';
import type { Selection } from '../schema.ts';
import type { DraftReviewsTable } from '../tables.ts';

export type ReviewRow = Selectable<DraftReviewsTable>;

/** The queue task that wakes the computation of reviews. */
export const COMPUTE_REVIEWS = 'compute_draft_reviews';

/** Due at once. */
export async function insertReview(
  tx: Tx,
  org: Org,
  { selection, ...row }: { id: string; jobId: string | null; selection: Selection; now: Temporal.Instant },
): Promise<ReviewRow> {
  const { id, jobId, now } = row;
  const inserted = await tx
    .insertInto('draftReviews')
    .values({
      ...{ orgId: org.orgId, id, jobId, selection: json(selection), status: 'COMPUTING' },
      ...{ createdAt: now, updatedAt: now, nextAttemptAt: sql`clock_timestamp()` },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await enqueueJob(tx, org, { task: COMPUTE_REVIEWS });
  return inserted;
}

/** Makes a review of a bill run due again. The caller has locked its job. */
export async function recomputeReview(
  tx: Tx,
  org: Org,
  { id, now }: { id: string; now: Temporal.Instant },
): Promise<ReviewRow> {
  const { rows } = await sql<ReviewRow>`
    update draft_reviews set status = 'COMPUTING', version = version + 1, begun_at = null, attempts = 0,
      computed_drafts = 0, failure = null, failure_cause = null, lease = null,
      next_attempt_at = clock_timestamp(), updated_at = ${now}
    where org_id = ${org.orgId} and id = ${id} returning *`.execute(tx);
  await enqueueJob(tx, org, { task: COMPUTE_REVIEWS });
  return rows[0] as ReviewRow;
}

export async function findReview(tx: Tx, org: Org, id: string): Promise<ReviewRow | null> {
  const query = tx.selectFrom('draftReviews').selectAll().where('orgId', '=', org.orgId).where('id', '=', id);
  return (await query.executeTakeFirst()) ?? null;
}

/** Reads and locks. Every transaction locks the job of a review before it. */
export async function lockReview(tx: Tx, org: Org, id: string): Promise<ReviewRow | null> {
  const query = tx
    .selectFrom('draftReviews')
    .selectAll()
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .forUpdate();
  return (await query.executeTakeFirst()) ?? null;
}

export async function findReviewOfJob(tx: Tx, org: Org, jobId: string): Promise<ReviewRow | null> {
  return (await listReviewsOfJobs(tx, org, [jobId]))[0] ?? null;
}

export function listReviewsOfJobs(tx: Tx, org: Org, jobIds: readonly string[]): Promise<ReviewRow[]> {
  return tx
    .selectFrom('draftReviews')
    .selectAll()
    .where('orgId', '=', org.orgId)
    .where('jobId', '=', sql<string>`any(${jobIds}::text[])`)
    .execute();
}

/**
 * The newest review of the same drafts that is being computed, or has been begun at most so many seconds ago
 * in real time: two readers share one computation.
 */
export async function findRecentReview(
  tx: Tx,
  org: Org,
  { selection, seconds }: { selection: Selection; seconds: number },
): Promise<ReviewRow | null> {
  const { rows } = await sql<ReviewRow>`
    select * from draft_reviews
    where org_id = ${org.orgId} and job_id is null and selection = ${json(selection)}
      and (status = 'COMPUTING' or status = 'READY'
        and begun_at > clock_timestamp() - make_interval(secs => ${seconds}))
    order by created_at desc, id desc limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** Serializes the requests that begin a review of drafts as they are now, until the transaction ends. */
export async function lockNewReviews(tx: Tx, org: Org): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('draft reviews'), ${org.orgId})`.execute(tx);
}

export async function countComputing(tx: Tx, org: Org): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from draft_reviews
    where org_id = ${org.orgId} and job_id is null and next_attempt_at is not null`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Whether a review of drafts as they are now is too old to be shown, in real time. */
export async function isExpired(
  tx: Tx,
  { begunAt }: Pick<ReviewRow, 'begunAt'>,
  seconds: number,
): Promise<boolean> {
  const { rows } = await sql<{ isExpired: boolean }>`
    select ${begunAt}::timestamptz <= clock_timestamp() - make_interval(secs => ${seconds}) as is_expired
    `.execute(tx);
  return rows[0]?.isExpired ?? true;
}

/** Claims due reviews, the oldest first. Concurrent processes claim different ones. */
export async function claimReviews(tx: Tx, org: Org, claim: Claim): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`
    with due as (
      select id from draft_reviews where org_id = ${org.orgId} and next_attempt_at <= ${claim.now}
      order by next_attempt_at, id limit ${claim.max} for update skip locked)
    update draft_reviews r set lease = ${claim.lease}, next_attempt_at = ${claim.leaseEndsAt}
    from due where r.org_id = ${org.orgId} and r.id = due.id returning r.*`.execute(tx);
  return rows;
}

/** Reads and locks a review whose lease the caller holds; null if it is no longer the caller's to compute. */
export async function lockLeasedReview(
  tx: Tx,
  org: Org,
  { id, lease }: { id: string; lease: string },
): Promise<ReviewRow | null> {
  const { rows } = await sql<ReviewRow>`
    select * from draft_reviews
    where org_id = ${org.orgId} and id = ${id} and lease = ${lease} and status = 'COMPUTING'
    for update`.execute(tx);
  return rows[0] ?? null;
}

type Progress = Partial<
  Omit<ReviewRow, 'orgId' | 'id' | 'jobId' | 'selection' | 'createdAt' | 'version' | 'computedDrafts'>
>;

export async function updateReview(
  tx: Tx,
  org: Org,
  change: { id: string; set: Progress; computed?: number },
): Promise<void> {
  await tx
    .updateTable('draftReviews')
    .set(change.set)
    .set((eb) => ({ computedDrafts: eb('computedDrafts', '+', change.computed ?? 0) }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', change.id)
    .execute();
}

/** Notes that decisions about a review, or findings of its drafts, have changed. */
export async function raiseVersions(
  tx: Tx,
  org: Org,
  { ids, now }: { ids: readonly string[]; now: Temporal.Instant },
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update draft_reviews set version = version + 1, updated_at = ${now}
    where org_id = ${org.orgId} and id = any(${ids}) and job_id is not null`.execute(tx);
}

/** Deletes reviews of drafts as they were. Returns their number. */
export async function deletePassedReviews(
  tx: Tx,
  org: Org,
  old: { minutes: number; limit: number },
): Promise<number> {
  const result = await sql`
    delete from draft_reviews where org_id = ${org.orgId} and id = any(array(
      select id from draft_reviews
      where org_id = ${org.orgId} and job_id is null
        and coalesce(begun_at, next_attempt_at) < clock_timestamp() - make_interval(mins => ${old.minutes})
      order by created_at limit ${old.limit}))`.execute(tx);
  return Number(result.numAffectedRows ?? 0);
}
