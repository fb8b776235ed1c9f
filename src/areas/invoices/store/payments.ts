import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import { publishEvent } from '#areas/webhooks/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import type { Org } from '#platform/http/operation.ts';
import type { PaymentRecordsTable, PaymentsTable } from '../tables.ts';

export type PaymentRow = Omit<PaymentsTable, 'orgId' | 'status' | 'rowVersion' | 'requestId' | 'bankLineId'> & {
  status: 'RECORDED' | 'REVERSED';
  requestId: string | null;
  bankLineId: string | null;
};
export type RecordRow = Omit<PaymentRecordsTable, 'orgId' | 'isHold'> & { isHold: boolean };

const SHOWN = [
  ...(['id', 'accountId', 'sourceType', 'sourceName', 'transactionNumber', 'referenceDescription'] as const),
  ...(['referenceMetadata', 'description', 'notes', 'currency', 'totalAmount', 'createdBy'] as const),
  ...(['createdAt', 'status', 'reversedAt', 'reversedBy', 'reversalReason', 'requestId'] as const),
  'bankLineId',
] as const;

/** Returns false if the account already has a payment with this reference; the unique key decides. */
export async function insertPayment(
  tx: Tx,
  org: Org,
  { referenceMetadata, ...payment }: Omit<Insertable<PaymentsTable>, 'orgId'>,
): Promise<boolean> {
  const metadata = referenceMetadata ? json(referenceMetadata) : null;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payments')
    .values({ ...payment, orgId: org.orgId, referenceMetadata: metadata })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  const isNew = numInsertedOrUpdatedRows === 1n;
  if (isNew) publishEvent(tx, org, { type: 'payment.recorded', id: payment.id, now: payment.createdAt });
  return isNew;
}

type Reference = Pick<PaymentsTable, 'accountId' | 'sourceType' | 'sourceName' | 'transactionNumber'>;

/** Finds the payment of an account with a reference, unless it was reversed. */
export async function findPaymentId(tx: Tx, org: Org, wanted: Reference): Promise<string | null> {
  const row = await tx
    .selectFrom('payments')
    .select('id')
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', wanted.accountId)
    .where('sourceType', '=', wanted.sourceType)
    .where('sourceName', '=', wanted.sourceName)
    .where('transactionNumber', '=', wanted.transactionNumber)
    .where('status', '=', sql.lit('RECORDED'))
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function insertRecords(
  tx: Tx,
  org: Org,
  { paymentId, records }: { paymentId: string; records: readonly Omit<RecordRow, 'paymentId'>[] },
): Promise<void> {
  const rows = records.map((record) => ({ ...record, paymentId, orgId: org.orgId }));
  await tx.insertInto('paymentRecords').values(rows).execute();
}

export async function findPayment(tx: Tx, org: Org, id: string): Promise<PaymentRow | null> {
  return (await selectPayments(tx, org).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Reads and locks: the second of two reversals finds it done. */
export async function lockPayment(tx: Tx, org: Org, id: string): Promise<PaymentRow | null> {
  return (await selectPayments(tx, org).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

/** Selects payments with all columns of a list. */
export function selectPayments(tx: Tx, org: Org) {
  return tx.selectFrom('payments').select(SHOWN).where('orgId', '=', org.orgId);
}

export async function setReversed(
  tx: Tx,
  org: Org,
  { id, ...set }: Pick<PaymentRow, 'id' | 'reversedBy' | 'reversalReason'> & { reversedAt: Temporal.Instant },
): Promise<void> {
  const previous = { version: 1 };
  publishEvent(tx, org, { type: 'payment.reversed', id, now: set.reversedAt, previous });
  await tx
    .updateTable('payments')
    .set((eb) => ({ ...set, status: 'REVERSED', rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .execute();
}

/** Lists the provider requests of those payments that have one. */
export async function listRequestIds(
  tx: Tx,
  org: Org,
  paymentIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('payments')
    .select(['id', 'requestId'])
    .where('orgId', '=', org.orgId)
    .where(sql<boolean>`id = any(${[...paymentIds]})`)
    .execute();
  return new Map(rows.flatMap(({ id, requestId }) => (requestId === null ? [] : [[id, requestId]])));
}

/** Lists the records of payments, in their order. */
export async function listRecords(
  tx: Tx,
  org: Org,
  paymentIds: readonly string[],
): Promise<Map<string, RecordRow[]>> {
  const rows = await tx
    .selectFrom('paymentRecords')
    .select(['paymentId', 'recordOrder', 'type', 'targetId', 'amount', 'isHold'])
    .where('orgId', '=', org.orgId)
    .where(sql<boolean>`payment_id = any(${[...paymentIds]})`)
    .orderBy('recordOrder')
    .execute();
  return Map.groupBy(rows, ({ paymentId }) => paymentId);
}
