import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { enqueueJob } from '#platform/db/enqueue-job.ts';
import { json } from '#platform/db/json.ts';
import type { Org } from '#platform/http/operation.ts';
import type { HookResponse } from '../messages.ts';
import type { HookKind } from '../schema.ts';
import type { FinalizationCallsTable } from '../tables.ts';

/** The queue task that wakes the calls of an organization. */
export const ASK_HOOKS = 'ask_finalization_hooks';

export type CallRow = Selectable<FinalizationCallsTable>;

/** Lists the latest call of each kind that a draft waits for, or continues with. */
export async function listCurrentCalls(tx: Tx, org: Org, invoiceId: string): Promise<CallRow[]> {
  const { rows } = await sql<CallRow>`
    select * from finalization_calls
    where org_id = ${org.orgId} and invoice_id = ${invoiceId} and is_current`.execute(tx);
  return rows;
}

/**
 * Stores a call with its cause, replaces the earlier call, and wakes the worker after the commit. Requires
 * that the caller has locked the invoice.
 */
export async function insertCall(
  tx: Tx,
  org: Org,
  call: Pick<CallRow, 'id' | 'invoiceId' | 'kind' | 'digest' | 'content' | 'acceptsFailedRules'>,
): Promise<void> {
  const { id, invoiceId, kind, digest, content, acceptsFailedRules } = call;
  await retireCalls(tx, org, { invoiceId, kind });
  await sql`
    insert into finalization_calls (org_id, id, invoice_id, kind, digest, content, accepts_failed_rules,
      status, next_attempt_at, created_at)
    values (${org.orgId}, ${id}, ${invoiceId}, ${kind}, ${digest}, ${json(content)}, ${acceptsFailedRules},
      'OPEN', clock_timestamp(), clock_timestamp())`.execute(tx);
  await wakeAsker(tx, org);
}

/** Retires the calls about an invoice, of one kind or all. */
export async function retireCalls(
  tx: Tx,
  org: Org,
  { invoiceId, kind }: { invoiceId: string; kind?: HookKind },
): Promise<void> {
  await sql`
    update finalization_calls set is_current = false, next_attempt_at = null, lease = null,
      status = case status when 'OPEN' then 'DROPPED' else status end
    where org_id = ${org.orgId} and invoice_id = ${invoiceId} and is_current
      and kind = coalesce(${kind ?? null}::text, kind)`.execute(tx);
}

/** Drops the calls of a deleted hook; returns the invoices that waited for a response. */
export async function dropCalls(tx: Tx, org: Org, kind: HookKind): Promise<string[]> {
  const { rows } = await sql<{ invoiceId: string }>`
    update finalization_calls set status = 'DROPPED', next_attempt_at = null, lease = null
    where org_id = ${org.orgId} and kind = ${kind} and status = 'OPEN'
    returning invoice_id`.execute(tx);
  return rows.map(({ invoiceId }) => invoiceId);
}

/** Makes calls that wait for their next attempt due now, because another endpoint responds from now on. */
export async function hastenCalls(tx: Tx, org: Org, kind: HookKind): Promise<void> {
  await sql`
    update finalization_calls set next_attempt_at = clock_timestamp()
    where org_id = ${org.orgId} and kind = ${kind} and status = 'OPEN' and lease is null`.execute(tx);
  await wakeAsker(tx, org);
}

/** At the commit, or at an instant of real time. */
async function wakeAsker(tx: Tx, org: Org, at: Temporal.Instant | null = null): Promise<void> {
  await enqueueJob(tx, org, { task: ASK_HOOKS, at });
}

/**
 * Claims due calls; concurrent processes get different ones, and the calls of a lost process are due again
 * after its lease.
 */
export async function claimCalls(
  tx: Tx,
  org: Org,
  claim: { now: Temporal.Instant; lease: string; leaseEndsAt: Temporal.Instant; max: number },
): Promise<CallRow[]> {
  const { now, lease, leaseEndsAt, max } = claim;
  const { rows } = await sql<CallRow>`
    update finalization_calls set lease = ${lease}, next_attempt_at = ${leaseEndsAt}, attempts = attempts + 1,
      first_called_at = coalesce(first_called_at, ${now})
    where org_id = ${org.orgId} and id in (
      select id from finalization_calls
      where org_id = ${org.orgId} and next_attempt_at <= ${now}
      order by next_attempt_at limit ${max} for update skip locked)
    returning *`.execute(tx);
  return rows;
}

/**
 * Returns false if the lease is over and another process has the call, or if no invoice waits for it any
 * more.
 */
export async function endCall(
  tx: Tx,
  org: Org,
  ended: { id: string; lease: string; lastError: string | null } & (
    | { status: 'DONE'; answer: HookResponse }
    | { status: 'REFUSED' | 'GIVEN_UP'; answer: null }
  ),
): Promise<boolean> {
  const { id, lease, status, answer: response, lastError } = ended;
  const { numAffectedRows } = await sql`
    update finalization_calls set status = ${status}, next_attempt_at = null, lease = null,
      answer = ${response && json(response)}, last_error = ${lastError}
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
    update finalization_calls set next_attempt_at = ${nextAttemptAt}, lease = null, last_error = ${lastError}
    where org_id = ${org.orgId} and id = ${id} and lease = ${lease}`.execute(tx);
  await wakeAsker(tx, org, nextAttemptAt);
}

/**
 * Deletes calls that no longer count: replaced ones, or those of a deleted hook. Keeps a response that a
 * document continues with, or was issued with. Returns their number.
 */
export async function deleteOldCalls(
  tx: Tx,
  org: Org,
  { before, limit }: { before: Temporal.Instant; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from finalization_calls where org_id = ${org.orgId} and id = any(array(
      select id from finalization_calls
      where org_id = ${org.orgId} and created_at < ${before} and status <> 'OPEN'
        and (not is_current or status = 'DROPPED')
      order by created_at limit ${limit}))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
