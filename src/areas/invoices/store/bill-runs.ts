import { type SqlBool, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { FilterField } from '#platform/http/list-filters.ts';
import type { Org } from '#platform/http/operation.ts';
import { invoiceList } from './invoice-list.ts';
import { SUMMARY } from './invoices.ts';

export const billRunList: ListSpec = {
  maxPageSize: 50,
  defaultPageSize: 50,
  filters: Object.fromEntries(
    ['status', 'owner_id', 'account_id', 'customer_id', 'start_time', 'end_time'].map((name) => [
      name,
      filterOf(name),
    ]),
  ),
  searchable: {},
  sortable: {
    invoice_date: { column: 'invoice_date', kind: 'instant' },
    id: { column: 'id', kind: 'text' },
  },
  defaultSort: [
    ['invoice_date', 'ASC'],
    ['id', 'ASC'],
  ],
  tieBreaker: 'id',
};

/** As in the list of all invoices. */
function filterOf(name: string): FilterField {
  const field = invoiceList.filters[name];
  if (!field) throw new Error(`invoices have no filter ${name}`);
  return field;
}

/** The selection of pending invoices for a bill run. */
export interface BillRunSelection {
  invoiceIds?: readonly string[] | undefined;
  ownerId?: string | undefined;
  customerId?: string | undefined;
  pricePlanId?: string | undefined;
  /** Of the invoice date, in epoch milliseconds: from the start and before the end. */
  startTime?: number | undefined;
  endTime?: number | undefined;
}

/**
 * Drafts past their deadline that only a bill run issues. Literal, as in the index of the migration, because
 * with a parameter the database could not use the index.
 */
function pending(now: Temporal.Instant) {
  return sql<SqlBool>`status = 'DRAFT' and not auto_advance and finalizing_status is null
    and invoice_date <= ${now}`;
}

const BILLABLE = sql<SqlBool>`invoice_class = 'INVOICE' and invoice_type <> 'COMPOSITE'`;

/** Lists invoices that wait for a bill run, and those that bill runs have finalized. */
export function listBillRunInvoices(
  tx: Tx,
  org: Org,
  requested: { page: PageRequest; now: Temporal.Instant },
) {
  const query = tx
    .selectFrom('invoices')
    .select(SUMMARY)
    .where('orgId', '=', org.orgId)
    .where(BILLABLE)
    .where(sql<SqlBool>`(bill_run_id is not null or (${pending(requested.now)}))`);
  return findPage(query, requested.page);
}

/** Lists ids of pending invoices, the longest-waiting first. */
export async function listPendingInvoices(
  tx: Tx,
  org: Org,
  requested: { selection: BillRunSelection; now: Temporal.Instant; limit: number },
): Promise<string[]> {
  let query = tx
    .selectFrom('invoices')
    .select('id')
    .where('orgId', '=', org.orgId)
    .where(BILLABLE)
    .where(pending(requested.now));
  for (const condition of conditions(requested.selection)) query = query.where(condition);
  const order = sql`id collate "C"`;
  const rows = await query.orderBy('invoiceDate').orderBy(order).limit(requested.limit).execute();
  return rows.map(({ id }) => id);
}

function* conditions(selection: BillRunSelection) {
  const { invoiceIds, ownerId, customerId, pricePlanId, startTime, endTime } = selection;
  if (invoiceIds) yield sql<SqlBool>`id = any(${invoiceIds}::text[])`;
  if (ownerId !== undefined) yield sql<SqlBool>`account_id = ${ownerId}`;
  if (customerId !== undefined) yield sql<SqlBool>`customer_id = ${customerId}`;
  if (pricePlanId !== undefined) yield sql<SqlBool>`plan_id = ${pricePlanId}`;
  if (startTime !== undefined) yield sql<SqlBool>`invoice_date >= ${instant(startTime)}`;
  if (endTime !== undefined) yield sql<SqlBool>`invoice_date < ${instant(endTime)}`;
}

function instant(epochMs: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(epochMs);
}

/** Marks a draft as finalized by a job, in the transaction that finalizes it. */
export async function setBillRun(tx: Tx, org: Org, mark: { id: string; jobId: string }): Promise<void> {
  await tx
    .updateTable('invoices')
    .set({ billRunId: mark.jobId })
    .where('orgId', '=', org.orgId)
    .where('id', '=', mark.id)
    .where('status', '=', sql.lit('DRAFT'))
    .execute();
}
