import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { PaymentRefundsTable } from '../tables.ts';

export type RefundRow = Selectable<PaymentRefundsTable>;

/** Returns false if the part is already refunded or about to be; the unique key decides. */
export async function insertRefund(
  tx: Tx,
  row: Omit<RefundRow, 'status' | 'providerId' | 'failureReason' | 'updatedAt' | 'rowVersion'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('paymentRefunds')
    .values({ ...row, status: 'PENDING', updatedAt: row.createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findRefund(tx: Tx, org: Org, id: string): Promise<RefundRow | null> {
  return (await refunds(tx, org).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Reads and locks. */
export async function lockRefund(tx: Tx, org: Org, id: string): Promise<RefundRow | null> {
  return (await refunds(tx, org).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

/** Lists the last refund for each payment of an invoice, which gives the final result. */
export async function listLastRefunds(tx: Tx, org: Org, invoiceId: string): Promise<RefundRow[]> {
  return refunds(tx, org)
    .distinctOn('paymentId')
    .where('invoiceId', '=', invoiceId)
    .orderBy('paymentId')
    .orderBy(sql`status = 'FAILED'`)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Updates a refund that the caller has locked. */
export async function updateRefund(
  tx: Tx,
  org: Org,
  change: {
    id: string;
    now: Temporal.Instant;
    set: Partial<Pick<RefundRow, 'status' | 'providerId' | 'failureReason'>>;
  },
): Promise<void> {
  const { id, now, set } = change;
  await tx
    .updateTable('paymentRefunds')
    .set((eb) => ({ ...set, updatedAt: now, rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .execute();
}

function refunds(tx: Tx, org: Org) {
  return tx.selectFrom('paymentRefunds').selectAll().where('orgId', '=', org.orgId);
}
