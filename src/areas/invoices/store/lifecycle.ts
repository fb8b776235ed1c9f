import { type Insertable, type SqlBool, sql } from 'kysely';
import { withdrawEvents } from '#areas/webhooks/index.ts';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import { noteCreated } from '#platform/db/effects.ts';
import { json } from '#platform/db/json.ts';
import type { Org } from '#platform/http/operation.ts';
import { publishNumbered } from '../events/publish-invoice.ts';
import { noteIssue } from '../finalization/note-effects.ts';
import type { InvoiceDetails, InvoiceInfo } from '../schema.ts';
import type { InvoicesTable } from '../tables.ts';
import { type InvoiceRow, isOfAccount, type StoredInvoice } from './invoices.ts';

/** The columns that the computation of an invoice sets. */
export interface ComputedColumns {
  currency: string;
  inputs: string;
  document: string;
  totalAmount: Decimal;
  netTermDays: number;
  details: InvoiceDetails;
  info: InvoiceInfo[];
}

/** The columns of a draft that change apart from its computation. */
type DraftColumn = 'cycleEnd' | 'startAt' | 'endAt' | 'invoiceDate' | 'heldSince' | 'finalizingStatus';

/** The days of an account that a cycle invoice bills. */
export type CycleInvoiceRow = Pick<
  InvoiceRow,
  'id' | 'scheduleId' | 'cycleStart' | 'cycleEnd' | 'invoiceType' | 'status'
>;

/**
 * Returns null if the cycle already has an invoice of this type. The unique key decides, so a concurrent or
 * repeated call finds the first row.
 */
export async function insertDraft(
  tx: Tx,
  draft: Omit<Insertable<InvoicesTable>, keyof ComputedColumns>,
  computed: ComputedColumns,
): Promise<InvoiceRow | null> {
  noteCreated(tx, draft.id);
  const row = await insertion(tx, draft, computed).executeTakeFirst();
  return (row as InvoiceRow | undefined) ?? null;
}

/** The same, and whether it must be registered before the issue, in one statement. */
export async function insertRegisteredDraft(
  tx: Tx,
  draft: Parameters<typeof insertDraft>[1],
  computed: ComputedColumns,
): Promise<{ row: InvoiceRow; isRegistered: boolean } | null> {
  const hook = sql<boolean>`exists (
    select from finalization_hooks where org_id = ${draft.orgId} and kind = 'E_INVOICE')`;
  noteCreated(tx, draft.id);
  const found = await insertion(tx, draft, computed).returning(hook.as('isRegistered')).executeTakeFirst();
  if (!found) return null;
  const { isRegistered, ...row } = found;
  return { row: row as InvoiceRow, isRegistered };
}

function insertion(tx: Tx, draft: Parameters<typeof insertDraft>[1], computed: ComputedColumns) {
  return tx
    .insertInto('invoices')
    .values({ ...draft, ...columnsOf(computed) })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll();
}

/**
 * Reads and locks: the second of two issues finds the invoice issued. Returns null for a composite, which is
 * built under the lock of its group.
 */
export async function lockBill(tx: Tx, org: Org, id: string): Promise<StoredInvoice | null> {
  const query = tx
    .selectFrom('invoices')
    .selectAll()
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .where('invoiceType', '<>', 'COMPOSITE')
    .forUpdate();
  return (await query.executeTakeFirst()) ?? null;
}

/** The same; null also for any other invoice of a group. */
export async function lockInvoice(tx: Tx, org: Org, id: string): Promise<InvoiceRow | null> {
  const bill = await lockBill(tx, org, id);
  return bill && isOfAccount(bill) ? bill : null;
}

export async function updateDraft(
  tx: Tx,
  org: Org,
  change: {
    id: string;
    now: Temporal.Instant;
    computed?: ComputedColumns;
    set?: Partial<Pick<InvoicesTable, DraftColumn>>;
  },
): Promise<void> {
  await tx
    .updateTable('invoices')
    .set({ ...change.set, ...(change.computed && columnsOf(change.computed)) })
    .set({ updatedAt: change.now, ...(change.computed && { generatedAt: change.now }) })
    .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', change.id)
    .where('status', '=', sql.lit('DRAFT'))
    .execute();
}

/** Records that a computation gave the stored content. */
export async function touchDraft(tx: Tx, org: Org, draft: { id: string; now: Temporal.Instant }) {
  await tx
    .updateTable('invoices')
    .set({ generatedAt: draft.now })
    .where('orgId', '=', org.orgId)
    .where('id', '=', draft.id)
    .where('status', '=', sql.lit('DRAFT'))
    .execute();
}

/** Freezes the document: from here on a trigger protects its content. */
export async function finalizeInvoice(
  tx: Tx,
  org: Org,
  issued: {
    invoice: Pick<StoredInvoice, 'id' | 'accountId'>;
    now: Temporal.Instant;
    computed: ComputedColumns;
    set: Required<Pick<InvoicesTable, 'status' | 'invoiceDate' | 'dueDate' | 'sequenceId'>> &
      Partial<Pick<InvoiceRow, 'sequenceScope'>>;
  },
): Promise<void> {
  const { invoice, now, computed, set } = issued;
  const { id } = invoice;
  noteIssue(tx, invoice, computed);
  // Without a number it is about to become part of a group's invoice.
  if (set.sequenceId !== null) publishNumbered(tx, org, { id, status: set.status, from: 'DRAFT', now });
  await tx
    .updateTable('invoices')
    .set({ ...set, ...columnsOf(computed), finalizingStatus: 'FINALIZED', generatedAt: now, updatedAt: now })
    .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .where('status', '=', sql.lit('DRAFT'))
    .execute();
}

export async function deleteDraft(tx: Tx, org: Org, id: string): Promise<void> {
  withdrawEvents(tx, id);
  await tx
    .deleteFrom('invoices')
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .where('status', '=', sql.lit('DRAFT'))
    .execute();
}

/** Lists the cycle invoices of an account, without their content. */
export function listCycleInvoices(tx: Tx, org: Org, accountId: string): Promise<CycleInvoiceRow[]> {
  return tx
    .selectFrom('invoices')
    .select(['id', 'scheduleId', 'cycleStart', 'cycleEnd', 'invoiceType', 'status'])
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', accountId)
    .where('scheduleId', 'is not', null)
    .orderBy('cycleStart')
    .execute();
}

/** Drafts of an account that share its credits. */
const SHARING = sql<SqlBool>`(schedule_id is not null or invoice_type = 'CUSTOM'
  or finalizing_status = 'FINALIZING')`;

/** Locks drafts of an account in this order: those of cycles first, earliest first. */
export async function lockDrafts(tx: Tx, org: Org, accountId: string): Promise<InvoiceRow[]> {
  const rows = await tx
    .selectFrom('invoices')
    .selectAll()
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', accountId)
    .where(SHARING)
    .where('status', '=', sql.lit('DRAFT'))
    .orderBy('cycleStart')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows as InvoiceRow[];
}

/** Takes the same lock and returns the drafts of cycles. */
export async function lockCycleDrafts(tx: Tx, org: Org, accountId: string): Promise<InvoiceRow[]> {
  return (await lockDrafts(tx, org, accountId)).filter(({ scheduleId }) => scheduleId !== null);
}

/** Lists the same drafts by id in the order of their due times; those about to be issued first. */
export async function listDraftsInOrder(tx: Tx, org: Org, accountId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('invoices')
    .select('id')
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', accountId)
    .where(SHARING)
    .where('status', '=', sql.lit('DRAFT'))
    .orderBy(sql`finalizing_status is null`)
    .orderBy('invoiceDate')
    .orderBy('startAt')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Lists drafts of the same account, by id, that hold credits before this one, however it is issued. */
export async function listEarlierDrafts(
  tx: Tx,
  org: Org,
  { id, accountId, invoiceDate, startAt }: Pick<InvoiceRow, 'id' | 'accountId' | 'invoiceDate' | 'startAt'>,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('invoices')
    .select('id')
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', accountId)
    .where(SHARING)
    .where('status', '=', sql.lit('DRAFT'))
    .where('finalizingStatus', 'is', null)
    .where(sql<SqlBool>`(invoice_date, start_at, id) < (${invoiceDate}, ${startAt}, ${id})`)
    .execute();
  return rows.map(({ id: earlier }) => earlier);
}

/** Lists accounts with a running cycle invoice that was computed before an instant, ordered by id. */
export async function listStaleAccounts(
  tx: Tx,
  org: Org,
  stale: { before: Temporal.Instant; after: string; limit: number },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('invoices')
    .select('accountId')
    .distinct()
    .where('orgId', '=', org.orgId)
    .where('status', '=', sql.lit('DRAFT'))
    .where('scheduleId', 'is not', null)
    .where('generatedAt', '<', stale.before)
    .where('accountId', '>', stale.after)
    .orderBy('accountId')
    .limit(stale.limit)
    .execute();
  return rows.flatMap(({ accountId }) => accountId ?? []);
}

export async function hasDrafts(tx: Tx, org: Org): Promise<boolean> {
  const query = tx
    .selectFrom('invoices')
    .select('id')
    .where('orgId', '=', org.orgId)
    .where('status', '=', sql.lit('DRAFT'))
    .limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

function columnsOf({ details, info, ...plain }: ComputedColumns) {
  return { ...plain, details: json(details), info: json(info) };
}
