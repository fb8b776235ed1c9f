import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { publishStatus } from '../events/publish-invoice.ts';
import { planPdfAgain } from '../lifecycle/planned-work.ts';
import { planCollection } from '../payments/plan-collection.ts';
import type { InvoiceAllocationsTable, InvoicesTable } from '../tables.ts';

export type AllocationRow = Omit<InvoiceAllocationsTable, 'orgId' | 'id' | 'reverses' | 'bookedAgainst'> & {
  id: number;
};

export async function insertAllocation(
  tx: Tx,
  org: Org,
  allocation: Omit<InvoiceAllocationsTable, 'orgId' | 'id' | 'bookedAgainst'>,
): Promise<void> {
  await tx
    .insertInto('invoiceAllocations')
    .values({ ...allocation, orgId: org.orgId })
    .execute();
}

/** Lists the allocations to an invoice that were not reversed, oldest first. */
export function listAllocations(tx: Tx, org: Org, invoiceId: string): Promise<AllocationRow[]> {
  return tx
    .selectFrom('invoiceAllocations as a')
    .select(['a.id', 'a.invoiceId', 'a.accountId', 'a.kind', 'a.paymentId', 'a.movementId'])
    .select(['a.amount', 'a.createdAt'])
    .where('a.orgId', '=', org.orgId)
    .where('a.invoiceId', '=', invoiceId)
    .where('a.kind', '<>', sql.lit('REVERSAL'))
    .where(
      sql<boolean>`not exists (
        select from invoice_allocations r where r.org_id = a.org_id and r.reverses = a.id)`,
    )
    .orderBy('a.id')
    .execute();
}

/** Lists the allocations of a payment to invoices that were not reversed, newest first. */
export function listPaymentAllocations(tx: Tx, org: Org, paymentId: string): Promise<AllocationRow[]> {
  return tx
    .selectFrom('invoiceAllocations')
    .select(['id', 'invoiceId', 'accountId', 'kind', 'paymentId', 'movementId', 'amount', 'createdAt'])
    .where('orgId', '=', org.orgId)
    .where('paymentId', '=', paymentId)
    .where('kind', '=', 'PAYMENT')
    .orderBy('id', 'desc')
    .execute();
}

/** Requires that the invoice is locked. */
export async function setPaid(
  tx: Tx,
  org: Org,
  change: {
    id: string;
    paidAmount: Decimal;
    status: InvoicesTable['status'];
    from: InvoicesTable['status'];
    now: Temporal.Instant;
  },
): Promise<void> {
  const { id, paidAmount, status, from, now } = change;
  if (status !== from) publishStatus(tx, org, { id, status, from, now });
  await planCollection({ tx, org, now }, id);
  const row = await tx
    .updateTable('invoices')
    .set((eb) => ({ paidAmount, status, updatedAt: now, rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .returning(['id', 'pdfFileId', 'rowVersion'])
    .executeTakeFirstOrThrow();
  await planPdfAgain({ tx, org, now }, row);
}

/** Locks invoices of an account that its wallet may pay, by id; returns the earliest due first. */
export async function lockOwedInvoices(tx: Tx, org: Org, accountId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('invoices')
    .select(['id'])
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', accountId)
    .where(sql<boolean>`status in ('DUE', 'PARTIALLY_PAID')`)
    .where('invoiceClass', '=', 'INVOICE')
    .orderBy(sql`id collate "C"`)
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** The same in the order of payment. */
export async function listOwedInOrder(
  tx: Tx,
  org: Org,
  { accountId, limit }: { accountId: string; limit: number },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('invoices')
    .select('id')
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', accountId)
    .where(sql<boolean>`status in ('DUE', 'PARTIALLY_PAID')`)
    .where('invoiceClass', '=', 'INVOICE')
    .orderBy('dueDate')
    .orderBy('invoiceDate')
    .orderBy(sql`id collate "C"`)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether the account has an invoice that was merged into a composite. */
export async function isPartOf(
  tx: Tx,
  org: Org,
  { accountId, compositeId }: { accountId: string; compositeId: string },
): Promise<boolean> {
  const query = tx
    .selectFrom('invoices')
    .select('id')
    .where('orgId', '=', org.orgId)
    .where('mergedInto', '=', compositeId)
    .where('accountId', '=', accountId)
    .limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}
