import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { type CallOutbox, queueCall, wakeCalls } from '#platform/db/outbound-calls.ts';
import type { Org } from '#platform/http/operation.ts';
import type { HookKind } from '../schema.ts';
import type { FinalizationCallsTable } from '../tables.ts';

export type CallRow = Selectable<FinalizationCallsTable>;

/**
 * Calls that are replaced or whose hook is deleted no longer count. A response that a document continues
 * with, or was issued with, is kept as long as the document.
 */
export const HOOK_CALLS: CallOutbox = {
  table: 'finalization_calls',
  task: 'ask_finalization_hooks',
  isObsolete: sql<boolean>`(not c.is_current or c.status = 'DROPPED')`,
};

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
  const { invoiceId, kind } = call;
  await retireCalls(tx, org, { invoiceId, kind });
  await queueCall(tx, org, HOOK_CALLS, call);
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
  await wakeCalls(tx, org, HOOK_CALLS);
}
