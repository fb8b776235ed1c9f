import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { WalletAutoTopupsTable } from '../tables.ts';

export type TopupRow = Selectable<WalletAutoTopupsTable>;

/** Returns false if the wallet already has an open order; the unique key decides. */
export async function insertTopup(
  tx: Tx,
  row: Pick<TopupRow, 'orgId' | 'id' | 'accountId' | 'localDay' | 'amount' | 'createdAt'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('walletAutoTopups')
    .values({ ...row, status: 'PENDING', updatedAt: row.createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findTopupOfInvoice(tx: Tx, org: Org, invoiceId: string): Promise<TopupRow | null> {
  const query = tx
    .selectFrom('walletAutoTopups')
    .selectAll()
    .where('orgId', '=', org.orgId)
    .where('invoiceId', '=', invoiceId);
  return (await query.executeTakeFirst()) ?? null;
}

export async function updateTopup(
  tx: Tx,
  org: Org,
  change: {
    id: string;
    now: Temporal.Instant;
    set: Partial<Pick<TopupRow, 'status' | 'purchaseId' | 'invoiceId'>>;
  },
): Promise<void> {
  const { id, now, set } = change;
  await tx
    .updateTable('walletAutoTopups')
    .set((eb) => ({ ...set, updatedAt: now, rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .execute();
}

/** Counts the orders of a local day and of its month, whatever their result. */
export async function countTopups(
  tx: Tx,
  org: Org,
  { accountId, day }: { accountId: string; day: Temporal.PlainDate },
): Promise<{ ofDay: number; ofMonth: number }> {
  const first = day.with({ day: 1 });
  const { rows } = await sql<{ ofDay: number; ofMonth: number }>`
    select count(*) filter (where local_day = ${day})::int as of_day, count(*)::int as of_month
    from wallet_auto_topups
    where org_id = ${org.orgId} and account_id = ${accountId} and local_day >= ${first}
      and local_day < ${first.add({ months: 1 })}`.execute(tx);
  return rows[0] ?? { ofDay: 0, ofMonth: 0 };
}
