import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { type CallOutbox, queueCall, wakeCalls } from '#platform/db/outbound-calls.ts';
import type { Org } from '#platform/http/operation.ts';
import type { ProviderCallsTable } from '../tables.ts';

export type CallRow = Selectable<ProviderCallsTable>;

/**
 * Skips providers that are OFFLINE. A cancellation follows its request, never precedes it, because the
 * provider would charge a request that arrives later. A call without a response counts while it decides
 * whether another one may be made.
 */
export const PROVIDER_CALLS: CallOutbox = {
  table: 'provider_calls',
  task: 'call_payment_providers',
  isReady: ({ orgId }) => sql<boolean>`(c.connection_id in (
      select id from payment_connections where org_id = ${orgId} and kind <> 'OFFLINE')
    and not (c.kind = 'CANCEL' and exists (
      select from provider_calls r where r.org_id = c.org_id and r.target_id = c.target_id
        and r.kind = 'REQUEST' and r.status = 'OPEN')))`,
  isObsolete: sql<boolean>`(c.status = 'DONE' or not case c.kind
    when 'REFUND' then exists (select from payment_refunds
      where org_id = c.org_id and id = c.target_id and status = 'PENDING')
    else exists (select from payment_requests
      where org_id = c.org_id and id = c.target_id
        and status = case c.kind when 'CANCEL' then 'CANCELLED' else 'PENDING' end) end)`,
};

/** Stores a call with its cause, and wakes the worker after the commit. */
export function insertCall(
  tx: Tx,
  org: Org,
  call: Pick<CallRow, 'id' | 'kind' | 'targetId' | 'connectionId' | 'content'>,
): Promise<void> {
  return queueCall(tx, org, PROVIDER_CALLS, call);
}

/**
 * Withdraws a call that was never made, as far as its row says. MAYBE_MADE: it is from before a restore, and
 * the lost service may have made it. Null if the call has been made.
 */
export async function withdrawCall(
  tx: Tx,
  org: Org,
  requestId: string,
): Promise<'NEVER_MADE' | 'MAYBE_MADE' | null> {
  const { rows } = await sql<{ isOlderThanHold: boolean }>`
    update provider_calls c set status = 'DONE', next_attempt_at = null, last_error = 'never requested'
    where org_id = ${org.orgId} and target_id = ${requestId} and kind = 'REQUEST' and status = 'OPEN'
      and attempts = 0
    returning exists (select from list_outgoing_holds() as h
      where h.kind = 'CHARGES' and h.held_at > c.created_at) as is_older_than_hold`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  return row.isOlderThanHold ? 'MAYBE_MADE' : 'NEVER_MADE';
}

/** Restarts a call that got no response in time. Returns false if there is none. */
export async function reopenCall(tx: Tx, org: Org, requestId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update provider_calls set status = 'OPEN', next_attempt_at = clock_timestamp(), first_called_at = null
    where org_id = ${org.orgId} and target_id = ${requestId} and kind = 'REQUEST'
      and status = 'GIVEN_UP'`.execute(tx);
  await wakeCalls(tx, org, PROVIDER_CALLS);
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
