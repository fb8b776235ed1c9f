import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import { NEWEST_FIRST } from '#platform/http/list-orders.ts';
import type { Org } from '#platform/http/operation.ts';
import type { InvoiceGroupsTable } from '../tables.ts';

export const invoiceGroupList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: { id: { column: 'id', kind: 'text' } },
  searchable: { name: 'name' },
  ...NEWEST_FIRST,
};

const SHOWN = [
  'id',
  'name',
  'email',
  'dailyInvoiceConsolidation',
  'netTermDays',
  'gracePeriod',
  'invoiceCurrency',
  'address',
  'taxIds',
  'accountsCount',
  'createdAt',
  'updatedAt',
] as const;
export type InvoiceGroupRow = Pick<InvoiceGroupsTable, (typeof SHOWN)[number]>;

export function insertGroup(
  tx: Tx,
  row: Omit<InvoiceGroupsTable, 'rowVersion' | 'deletedAt'>,
): Promise<InvoiceGroupRow> {
  return tx
    .insertInto('invoiceGroups')
    .values({ ...row, address: json(row.address), taxIds: json(row.taxIds), deletedAt: null })
    .returning(SHOWN)
    .executeTakeFirstOrThrow();
}

/** Null also for a group that ended. */
export async function findInvoiceGroup(tx: Tx, org: Org, id: string): Promise<InvoiceGroupRow | null> {
  return (await livingGroups(tx, org).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Reads and locks, which serializes changes of its members. Lock needed accounts first. */
export async function lockInvoiceGroup(tx: Tx, org: Org, id: string): Promise<InvoiceGroupRow | null> {
  return (await livingGroups(tx, org).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()) ?? null;
}

/** The same, also for one that ended, whose composites keep their merged invoices. */
export async function lockGroupOfComposites(tx: Tx, org: Org, id: string): Promise<InvoiceGroupRow | null> {
  return (await allGroups(tx, org).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()) ?? null;
}

/** Also finds one that ended. */
export async function findGroupOfComposites(tx: Tx, org: Org, id: string): Promise<InvoiceGroupRow | null> {
  return (await allGroups(tx, org).where('id', '=', id).executeTakeFirst()) ?? null;
}

export function listInvoiceGroups(tx: Tx, org: Org, page: PageRequest) {
  return findPage({ tx, parameters: [org.orgId], build: () => livingGroups(tx, org) }, page);
}

function livingGroups(tx: Tx, org: Org) {
  return allGroups(tx, org).where('deletedAt', 'is', null);
}

function allGroups(tx: Tx, org: Org) {
  return tx.selectFrom('invoiceGroups').select(SHOWN).where('orgId', '=', org.orgId);
}

export type InvoiceGroupChange = Partial<
  Pick<
    InvoiceGroupsTable,
    'name' | 'email' | 'dailyInvoiceConsolidation' | 'netTermDays' | 'gracePeriod' | 'address' | 'taxIds'
  >
>;

export function updateGroup(
  tx: Tx,
  org: Org,
  change: { id: string; now: Temporal.Instant; set: InvoiceGroupChange },
): Promise<InvoiceGroupRow> {
  const { address, taxIds, ...plain } = change.set;
  return tx
    .updateTable('invoiceGroups')
    .set({ ...plain, updatedAt: change.now })
    .set({ ...(address && { address: json(address) }), ...(taxIds && { taxIds: json(taxIds) }) })
    .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', change.id)
    .returning(SHOWN)
    .executeTakeFirstOrThrow();
}

/**
 * Adds accounts that joined (positive) or left to the count; the group ends with the last one. The caller
 * has locked it.
 */
export function changeAccountsCount(
  tx: Tx,
  org: Org,
  change: { id: string; by: number; now: Temporal.Instant },
): Promise<InvoiceGroupRow> {
  const { id, by, now } = change;
  return tx
    .updateTable('invoiceGroups')
    .set((eb) => ({
      accountsCount: eb('accountsCount', '+', by),
      deletedAt: sql`case when accounts_count + ${by} = 0 then ${now}::timestamptz end`,
      updatedAt: now,
      rowVersion: eb('rowVersion', '+', 1),
    }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .returning(SHOWN)
    .executeTakeFirstOrThrow();
}

/**
 * Returns the longest grace period, in days, among the plans that price the members of each group at an
 * instant, including the plan of a last bill that is not due yet; groups without such a plan are absent.
 * Reads the timelines of a higher area, because the default of a group depends on them.
 */
export async function listPlanGraceDays(
  tx: Tx,
  org: Org,
  requested: { groupIds: readonly string[]; at: Temporal.Instant },
): Promise<Map<string, number>> {
  const { groupIds, at } = requested;
  const { rows } = await sql<{ groupId: string; days: number }>`
    select m.group_id, max((s.cycle_config ->> 'gracePeriod')::integer) as days
    from invoice_group_members m
    join schedules s on s.org_id = m.org_id and s.account_id = m.account_id and s.mode = 'ACTIVE'
    where m.org_id = ${org.orgId} and m.group_id = any(${[...groupIds]})
      and tstzrange(m.effective_from, m.effective_until) @> ${at}::timestamptz and s.start_at <= ${at}
      and (s.end_at is null
        or s.end_at + make_interval(days => (s.cycle_config ->> 'gracePeriod')::integer) > ${at})
    group by m.group_id`.execute(tx);
  return new Map(rows.map(({ groupId, days }) => [groupId, days]));
}

/** Whether the group has an open composite, which belongs to a higher area. */
export async function hasOpenComposite(tx: Tx, org: Org, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from invoices
    where org_id = ${org.orgId} and group_id = ${id} and invoice_type = 'COMPOSITE' and status = 'DRAFT'
    limit 1`.execute(tx);
  return rows.length > 0;
}
