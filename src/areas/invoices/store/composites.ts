import { type Insertable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import type { Org } from '#platform/http/operation.ts';
import { publishStatus } from '../events/publish-invoice.ts';
import type { InvoicesTable } from '../tables.ts';
import type { StoredInvoice } from './invoices.ts';
import type { ComputedColumns } from './lifecycle.ts';

/** The invoice of a group for one day. */
export type CompositeRow = StoredInvoice & { groupId: string; cycleStart: Temporal.PlainDate };

/** The columns that a composite takes from a merged invoice. */
export type MemberRow = Pick<StoredInvoice, 'id' | 'inputs' | 'document' | 'metadata' | 'appliesWallet'> & {
  accountId: string;
  accountName: string | null;
};

/** Finds the single draft of a group for a local day; the caller has locked the group. */
export async function findOpenComposite(
  tx: Tx,
  org: Org,
  wanted: { groupId: string; day: Temporal.PlainDate },
): Promise<string | null> {
  const row = await tx
    .selectFrom('invoices')
    .select('id')
    .where('orgId', '=', org.orgId)
    .where('groupId', '=', wanted.groupId)
    .where('cycleStart', '=', wanted.day)
    .where('invoiceType', '=', sql.lit('COMPOSITE'))
    .where('status', '=', sql.lit('DRAFT'))
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Throws the unique violation of the database if the group already has a draft for the day. */
export async function insertComposite(
  tx: Tx,
  draft: Omit<Insertable<InvoicesTable>, keyof ComputedColumns>,
  { details, info, ...computed }: ComputedColumns,
): Promise<void> {
  const columns = { ...computed, details: json(details), info: json(info) };
  await tx
    .insertInto('invoices')
    .values({ ...draft, ...columns })
    .execute();
}

export async function findComposite(tx: Tx, org: Org, id: string): Promise<CompositeRow | null> {
  return ((await compositeById(tx, org, id).executeTakeFirst()) as CompositeRow | undefined) ?? null;
}

/** Reads and locks. Lock the group first if it is needed too. */
export async function lockComposite(tx: Tx, org: Org, id: string): Promise<CompositeRow | null> {
  const row = await compositeById(tx, org, id).forUpdate().executeTakeFirst();
  return (row as CompositeRow | undefined) ?? null;
}

/** Locks a composite in share mode, so that its status stays until the transaction ends. */
export async function shareComposite(tx: Tx, org: Org, id: string): Promise<StoredInvoice['status'] | null> {
  const { rows } = await sql<{ status: StoredInvoice['status'] }>`
    select status from invoices where org_id = ${org.orgId} and id = ${id} for share`.execute(tx);
  return rows[0]?.status ?? null;
}

function compositeById(tx: Tx, org: Org, id: string) {
  return tx
    .selectFrom('invoices')
    .selectAll()
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .where('invoiceType', '=', 'COMPOSITE');
}

/** In the order of their lines: by account, then by period. They are final and do not change. */
export async function listMergedInvoices(tx: Tx, org: Org, compositeId: string): Promise<MemberRow[]> {
  const rows = await tx
    .selectFrom('invoices')
    .select(['id', 'accountId', 'accountName', 'inputs', 'document', 'metadata', 'appliesWallet'])
    .where('orgId', '=', org.orgId)
    .where('mergedInto', '=', compositeId)
    .orderBy(sql`account_id collate "C"`)
    .orderBy('startAt')
    .orderBy(sql`invoice_type collate "C"`)
    .orderBy(sql`id collate "C"`)
    .execute();
  return rows as MemberRow[];
}

/** Marks a DUE invoice as merged: the composite collects it. Its history stays readable. */
export async function setMerged(
  tx: Tx,
  org: Org,
  merged: { id: string; compositeId: string; now: Temporal.Instant },
): Promise<void> {
  const { id, compositeId, now } = merged;
  publishStatus(tx, org, { id, status: 'MERGED', from: 'DRAFT', now });
  const at = now.toString();
  const metadata = {
    mergedInto: compositeId,
    statusHistory: [
      { status: 'DUE', at },
      { status: 'MERGED', at },
    ],
  };
  await tx
    .updateTable('invoices')
    .set((eb) => ({
      status: 'MERGED',
      mergedInto: compositeId,
      metadata: sql`metadata || ${json(metadata)}`,
      rowVersion: eb('rowVersion', '+', 1),
    }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .where('status', '=', 'DUE')
    .execute();
}

/** Voids them together with the composite that was to collect them. */
export async function voidMergedInvoices(
  tx: Tx,
  org: Org,
  voided: { compositeId: string; now: Temporal.Instant },
): Promise<void> {
  const rows = await tx
    .updateTable('invoices')
    .set({ status: 'VOID', updatedAt: voided.now })
    .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('mergedInto', '=', voided.compositeId)
    .where('status', '=', 'MERGED')
    .returning('id')
    .execute();
  const { now } = voided;
  for (const { id } of rows) publishStatus(tx, org, { id, status: 'VOID', from: 'MERGED', now });
}
