import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import { type Mentioned, mentions } from '#platform/db/mentions.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import { NEWEST_FIRST } from '#platform/http/list-orders.ts';
import type { Org, Scope } from '#platform/http/operation.ts';
import { APPROVAL_STATUSES } from '../schema.ts';
import type { ApprovalsTable } from '../tables.ts';

export type ApprovalRow = Selectable<ApprovalsTable>;

export const approvalList: ListSpec = {
  maxPageSize: 50,
  defaultPageSize: 20,
  filters: {
    status: { column: 'status', kind: 'enum', values: APPROVAL_STATUSES },
    operation_id: { column: 'operation_id', kind: 'text' },
    requester_id: { column: 'requester_id', kind: 'text' },
    user_id: { column: 'person_id', kind: 'text' },
    record_id: {
      column: 'record_ids',
      kind: 'member',
      words: 'the id of a record in the path of the request, or of one that its listed effects concern',
    },
  },
  searchable: { id: 'id' },
  ...NEWEST_FIRST,
};

export function listApprovals(tx: Tx, org: Org, page: PageRequest) {
  const rows = tx.selectFrom('approvals').selectAll().select(recordIds).where('orgId', '=', org.orgId);
  return findPage(tx.selectFrom(rows.as('approvals')).selectAll(), page);
}

/** Words of the path are among them, which are no ids of records. */
const recordIds = sql<string[]>`string_to_array(split_part(url, '?', 1), '/')
  || array(select effect ->> 'subjectId' from jsonb_array_elements(effects) effect)`.as('recordIds');

export async function findApproval(tx: Tx, org: Org, id: string): Promise<ApprovalRow | null> {
  return (await select(tx, org, id).executeTakeFirst()) ?? null;
}

/** Locked until the transaction ends: of two decisions, the second finds the first. */
export async function lockApproval(tx: Tx, org: Org, id: string): Promise<ApprovalRow | null> {
  return (await select(tx, org, id).forUpdate().executeTakeFirst()) ?? null;
}

function select(tx: Tx, org: Org, id: string) {
  return tx.selectFrom('approvals').selectAll().where('orgId', '=', org.orgId).where('id', '=', id);
}

/** Null if the same request waits already: the unique key decides. */
export async function insertApproval(
  tx: Tx,
  { effects, totals, ...row }: Omit<Insertable<ApprovalsTable>, 'rowVersion'>,
): Promise<ApprovalRow | null> {
  const inserted = await tx
    .insertInto('approvals')
    .values({ ...row, effects: json(effects), totals: json(totals) })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return inserted ?? null;
}

/** A request of somebody. */
type Sent = Pick<ApprovalRow, 'requesterId' | 'operationId' | 'url' | 'bodyHash' | 'idempotencyKey'>;

/**
 * A waiting request that is the same: with the same Idempotency-Key, or without one if `isRepeatable`, as for
 * a deletion.
 */
export async function findWaiting(
  tx: Tx,
  org: Org,
  { requesterId, operationId, url, bodyHash, idempotencyKey, isRepeatable }: Sent & { isRepeatable: boolean },
): Promise<ApprovalRow | null> {
  if (idempotencyKey === null && !isRepeatable) return null;
  const query = tx
    .selectFrom('approvals')
    .selectAll()
    .where('orgId', '=', org.orgId)
    .where('status', '=', sql.lit('PENDING'))
    .where('requesterId', '=', requesterId)
    .where('operationId', '=', operationId)
    .where('url', '=', url)
    .where(sql<SqlBool>`idempotency_key is not distinct from ${idempotencyKey}`);
  const found = idempotencyKey === null ? query.where('bodyHash', '=', bodyHash) : query;
  return (await found.limit(1).executeTakeFirst()) ?? null;
}

/** Serializes requests that begin to wait, which are counted. */
export async function countPending(tx: Tx, org: Org): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('pending approvals'), ${org.orgId})`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from approvals
    where org_id = ${org.orgId} and status = 'PENDING'`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** The waiting requests by who could approve them. */
export function countWaiting(tx: Tx, org: Org): Promise<{ scope: Scope; personId: string; count: number }[]> {
  return tx
    .selectFrom('approvals')
    .select(['scope', 'personId', sql<number>`count(*)::integer`.as('count')])
    .where('orgId', '=', org.orgId)
    .where('status', '=', sql.lit('PENDING'))
    .groupBy(['scope', 'personId'])
    .execute();
}

type Decision = Partial<
  Pick<
    ApprovalRow,
    | ('status' | 'decidedBy' | 'decidedByName' | 'decidedAt' | 'comment' | 'reason')
    | ('failure' | 'responseStatus' | 'response' | 'sealedBody')
  >
>;

/** The caller has locked it, or has just decided it. Null if it is gone. */
export async function updateApproval(
  tx: Tx,
  org: Org,
  { id, now, set }: { id: string; now: Temporal.Instant; set: Decision },
): Promise<ApprovalRow | null> {
  const { failure, ...plain } = set;
  const row = await tx
    .updateTable('approvals')
    .set({ ...plain, ...(failure && { failure: json(failure) }), updatedAt: now })
    .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Deletes approvals that were decided before an instant. Returns their number. */
export async function deleteDecided(
  tx: Tx,
  org: Org,
  { before, limit }: { before: Temporal.Instant; limit: number },
): Promise<number> {
  const result = await sql`
    delete from approvals where org_id = ${org.orgId} and id in (
      select id from approvals where org_id = ${org.orgId} and decided_at < ${before}
      order by decided_at limit ${limit})`.execute(tx);
  return Number(result.numAffectedRows ?? 0);
}

/**
 * Erases what approvals say about a person. Requests that wait and mention it are cancelled, because their
 * text is gone. The caller excludes all other writers.
 */
export async function eraseApprovals(
  { tx, org, now }: { tx: Tx; org: Org; now: Temporal.Instant },
  mentioned: Mentioned,
): Promise<void> {
  const texts = sql`concat_ws(' ', url, body, response, reason, comment, failure, idempotency_key)`;
  await sql`
    update approvals set body = null, sealed_body = null, body_hash = '', response = null,
      idempotency_key = null,
      reason = case when reason is not null then '[erased]' end,
      comment = case when comment is not null then '[erased]' end,
      failure = case when failure is not null then failure || '{"message": "[erased]"}' end,
      status = case when status = 'PENDING' then 'CANCELLED' else status end,
      decided_at = coalesce(decided_at, ${now}), updated_at = ${now}, row_version = row_version + 1
    where org_id = ${org.orgId} and ${mentions(texts, mentioned)}`.execute(tx);
}
