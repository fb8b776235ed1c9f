import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { enqueueJob } from '#platform/db/enqueue-job.ts';
import { json } from '#platform/db/json.ts';
import type { Org } from '#platform/http/operation.ts';
import type { ProviderCallsTable } from '../tables.ts';

/** The queue task that wakes the calls of an organization. */
export const CALL_PROVIDERS = 'call_payment_providers';

export type CallRow = Selectable<ProviderCallsTable>;

/** Stores a call with its cause, and wakes the worker after the commit. */
export async function insertCall(
  tx: Tx,
  org: Org,
  call: Pick<CallRow, 'id' | 'kind' | 'targetId' | 'connectionId' | 'content'>,
): Promise<void> {
  const { id, kind, targetId, connectionId, content } = call;
  await sql`
    insert into provider_calls (org_id, id, kind, target_id, connection_id, content, status, next_attempt_at,
      created_at)
    values (${org.orgId}, ${id}, ${kind}, ${targetId}, ${connectionId}, ${json(content)}, 'OPEN',
      clock_timestamp(), clock_timestamp())
    on conflict do nothing`.execute(tx);
  await wakeCaller(tx, org);
}

/** At the commit, or at an instant of real time. */
async function wakeCaller(tx: Tx, org: Org, at: Temporal.Instant | null = null): Promise<void> {
  await enqueueJob(tx, org, { task: CALL_PROVIDERS, at });
}

/**
 * Claims due calls; concurrent processes get different ones, and the calls of a lost process are due again
 * after its lease. Skips providers that are OFFLINE. A cancellation follows its request, never precedes it,
 * because the provider would charge a request that arrives later.
 */
export async function claimCalls(
  tx: Tx,
  org: Org,
  claim: { now: Temporal.Instant; lease: string; leaseEndsAt: Temporal.Instant; max: number },
): Promise<CallRow[]> {
  const { now, lease, leaseEndsAt, max } = claim;
  const { rows } = await sql<CallRow>`
    update provider_calls set lease = ${lease}, next_attempt_at = ${leaseEndsAt}, attempts = attempts + 1,
      first_called_at = coalesce(first_called_at, ${now})
    where org_id = ${org.orgId} and id in (
      select id from provider_calls c
      where c.org_id = ${org.orgId} and c.next_attempt_at <= ${now}
        and c.connection_id in (
          select id from payment_connections where org_id = ${org.orgId} and kind <> 'OFFLINE')
        and not (c.kind = 'CANCEL' and exists (
          select from provider_calls r where r.org_id = c.org_id and r.target_id = c.target_id
            and r.kind = 'REQUEST' and r.status = 'OPEN'))
      order by c.next_attempt_at limit ${max} for update skip locked)
    returning *`.execute(tx);
  return rows;
}

/** Returns false if the lease is over and another process has the call. */
export async function endCall(
  tx: Tx,
  org: Org,
  ended: { id: string; lease: string; status: 'DONE' | 'GIVEN_UP'; lastError: string | null },
): Promise<boolean> {
  const { id, lease, status, lastError } = ended;
  const { numAffectedRows } = await sql`
    update provider_calls set status = ${status}, next_attempt_at = null, lease = null,
      last_error = ${lastError}
    where org_id = ${org.orgId} and id = ${id} and lease = ${lease}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Schedules the next attempt. */
export async function postponeCall(
  tx: Tx,
  org: Org,
  postponed: { id: string; lease: string; nextAttemptAt: Temporal.Instant; lastError: string },
): Promise<void> {
  const { id, lease, nextAttemptAt, lastError } = postponed;
  await sql`
    update provider_calls set next_attempt_at = ${nextAttemptAt}, lease = null, last_error = ${lastError}
    where org_id = ${org.orgId} and id = ${id} and lease = ${lease}`.execute(tx);
  await wakeCaller(tx, org, nextAttemptAt);
}

/** Withdraws a call that was never made; returns whether it was withdrawn. */
export async function withdrawCall(tx: Tx, org: Org, requestId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update provider_calls set status = 'DONE', next_attempt_at = null, last_error = 'never requested'
    where org_id = ${org.orgId} and target_id = ${requestId} and kind = 'REQUEST' and status = 'OPEN'
      and attempts = 0`.execute(tx);
  return numAffectedRows === 1n;
}

/** Restarts a call that got no response in time. Returns false if there is none. */
export async function reopenCall(tx: Tx, org: Org, requestId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update provider_calls set status = 'OPEN', next_attempt_at = clock_timestamp(), first_called_at = null
    where org_id = ${org.orgId} and target_id = ${requestId} and kind = 'REQUEST'
      and status = 'GIVEN_UP'`.execute(tx);
  await wakeCaller(tx, org);
  return numAffectedRows === 1n;
}

/** Whether the cancellation of an earlier request for an invoice is still unconfirmed. */
export async function isCancelOpen(tx: Tx, org: Org, invoiceId: string): Promise<boolean> {
  const { rows } = await sql`
    select from payment_requests r
    join provider_calls c on c.org_id = r.org_id and c.target_id = r.id and c.kind = 'CANCEL'
    where r.org_id = ${org.orgId} and r.invoice_id = ${invoiceId} and r.status = 'CANCELLED'
      and c.status <> 'DONE' limit 1`.execute(tx);
  return rows.length > 0;
}

/** Lists the states of calls, by request or refund. */
export async function listCalls(
  tx: Tx,
  org: Org,
  targetIds: readonly string[],
): Promise<Map<string, CallRow[]>> {
  const rows = await tx
    .selectFrom('providerCalls')
    .selectAll()
    .where('orgId', '=', org.orgId)
    .where(sql<boolean>`target_id = any(${[...targetIds]})`)
    .orderBy('createdAt')
    .execute();
  return Map.groupBy(rows, ({ targetId }) => targetId);
}

/**
 * Deletes calls with a response, and those given up that no longer decide whether another call may be made.
 * Returns their number.
 */
export async function deleteOldCalls(
  tx: Tx,
  org: Org,
  { before, limit }: { before: Temporal.Instant; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from provider_calls where org_id = ${org.orgId} and id = any(array(
      select c.id from provider_calls c
      where c.org_id = ${org.orgId} and c.created_at < ${before} and c.status <> 'OPEN'
        and (c.status = 'DONE' or not case c.kind
          when 'REFUND' then exists (select from payment_refunds
            where org_id = c.org_id and id = c.target_id and status = 'PENDING')
          else exists (select from payment_requests
            where org_id = c.org_id and id = c.target_id
              and status = case c.kind when 'CANCEL' then 'CANCELLED' else 'PENDING' end) end)
      order by c.created_at limit ${limit}))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
