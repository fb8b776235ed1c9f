import { type Selectable, sql } from 'kysely';
import { publishEvent } from '#areas/webhooks/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import { NEWEST_FIRST } from '#platform/http/list-orders.ts';
import type { Org } from '#platform/http/operation.ts';
import type { PaymentRequestsTable } from '../tables.ts';

export type RequestRow = Selectable<PaymentRequestsTable>;

export const requestList: ListSpec = {
  maxPageSize: 50,
  defaultPageSize: 50,
  filters: {
    account_id: { column: 'account_id', kind: 'text' },
    invoice_id: { column: 'invoice_id', kind: 'text' },
    payment_provider_id: { column: 'connection_id', kind: 'text' },
    status: { column: 'status', kind: 'enum', values: ['PENDING', 'SUCCEEDED', 'FAILED', 'CANCELLED'] },
  },
  searchable: {},
  ...NEWEST_FIRST,
};

/** Returns false if the invoice already has an open request; the unique key decides. */
export async function insertRequest(
  tx: Tx,
  row: Pick<
    RequestRow,
    | ('orgId' | 'id' | 'invoiceId' | 'accountId' | 'attempt' | 'connectionId' | 'provider')
    | ('amount' | 'currency' | 'createdAt')
  >,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('paymentRequests')
    .values({ ...row, status: 'PENDING', updatedAt: row.createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findRequest(tx: Tx, org: Org, id: string): Promise<RequestRow | null> {
  return (await requests(tx, org).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Returns those of the connections that ever got a request. */
export async function listUsedConnections(tx: Tx, org: Org, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select wanted.id from unnest(${[...ids]}::text[]) as wanted (id)
    where exists (select from payment_requests r
      where r.org_id = ${org.orgId} and r.connection_id = wanted.id)`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Lists the connections of requests, by request. */
export async function listConnectionIds(
  tx: Tx,
  org: Org,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; connectionId: string }>`
    select id, connection_id from payment_requests
    where org_id = ${org.orgId} and id = any(${[...ids]})`.execute(tx);
  return new Map(rows.map(({ id, connectionId }) => [id, connectionId]));
}

/** Reads and locks; the account is locked before. */
export async function lockRequest(tx: Tx, org: Org, id: string): Promise<RequestRow | null> {
  return (await requests(tx, org).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

/** Finds the pending request for an invoice, or else the newest one. */
export async function findNewestRequest(tx: Tx, org: Org, invoiceId: string): Promise<RequestRow | null> {
  const query = requests(tx, org)
    .where('invoiceId', '=', invoiceId)
    .orderBy(sql`status = 'PENDING'`, 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('attempt', 'desc')
    .limit(1);
  return (await query.executeTakeFirst()) ?? null;
}

/** Updates a request that the caller has locked. */
export async function updateRequest(
  tx: Tx,
  org: Org,
  change: {
    id: string;
    now: Temporal.Instant;
    set: Partial<
      Pick<RequestRow, 'status' | 'providerId' | 'paymentLink' | 'failureReason' | 'retryAt' | 'paymentId'>
    >;
  },
): Promise<void> {
  const { id, now, set } = change;
  if (set.status === 'FAILED') publishEvent(tx, org, { type: 'payment.failed', id, now });
  await tx
    .updateTable('paymentRequests')
    .set((eb) => ({ ...set, updatedAt: now, rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .execute();
}

export function listRequests(tx: Tx, org: Org, page: PageRequest) {
  return findPage({ tx, parameters: [org.orgId], build: () => requests(tx, org) }, page);
}

function requests(tx: Tx, org: Org) {
  return tx.selectFrom('paymentRequests').selectAll().where('orgId', '=', org.orgId);
}
