import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import { BY_NAME } from '#platform/http/list-orders.ts';
import type { Org } from '#platform/http/operation.ts';
import { ADD_ON_STATUSES, ADD_ON_TYPES } from './schema.ts';
import type { AddOnsTable } from './tables.ts';

export const addOnList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: {
    status: { column: 'status', kind: 'enum', values: ADD_ON_STATUSES },
    type: { column: 'type', kind: 'enum', values: ADD_ON_TYPES },
  },
  combinations: [['status'], ['type'], ['status', 'type']],
  searchable: { id: 'id', name: 'name', billable_name: 'billable_name' },
  ...BY_NAME,
};

const SHOWN = ['id', 'name', 'type', 'billableName', 'status', 'createdAt'] as const;
export type AddOnRow = Pick<AddOnsTable, (typeof SHOWN)[number]>;

/** Throws the database's unique violation if a name is taken; `readTakenName` returns which one. */
export function insertAddOn(tx: Tx, row: Omit<AddOnsTable, 'rowVersion'>): Promise<AddOnRow> {
  return tx.insertInto('addOns').values(row).returning(SHOWN).executeTakeFirstOrThrow();
}

export async function findAddOn(tx: Tx, org: Org, id: string): Promise<AddOnRow | null> {
  const row = await tx
    .selectFrom('addOns')
    .select(SHOWN)
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export function listAddOnsById(tx: Tx, org: Org, ids: readonly string[]): Promise<AddOnRow[]> {
  return tx
    .selectFrom('addOns')
    .select(SHOWN)
    .where('orgId', '=', org.orgId)
    .where(sql<boolean>`id = any(${ids})`)
    .execute();
}

/** The active add-on with the name: names of archived ones are free. */
export async function findAddOnNamed(tx: Tx, org: Org, name: string): Promise<AddOnRow | null> {
  return (await activeAddOns(tx, org).where('name', '=', name).executeTakeFirst()) ?? null;
}

/** Active add-ons, sorted by name. */
export function listActiveAddOns(tx: Tx, org: Org, { limit }: { limit: number }): Promise<AddOnRow[]> {
  return activeAddOns(tx, org).orderBy(sql`name collate "C"`).limit(limit).execute();
}

function activeAddOns(tx: Tx, org: Org) {
  return tx.selectFrom('addOns').select(SHOWN).where('orgId', '=', org.orgId).where('status', '=', 'ACTIVE');
}

/** Reads and locks one add-on, which serializes its changes. */
export async function lockAddOn(tx: Tx, org: Org, id: string): Promise<AddOnRow | null> {
  const query = tx
    .selectFrom('addOns')
    .select(SHOWN)
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .forUpdate();
  return (await query.executeTakeFirst()) ?? null;
}

export function listAddOns(tx: Tx, org: Org, page: PageRequest) {
  const build = () => tx.selectFrom('addOns').select(SHOWN).where('orgId', '=', org.orgId);
  return findPage({ tx, parameters: [org.orgId], build }, page);
}

export function updateAddOn(
  tx: Tx,
  org: Org,
  change: {
    id: string;
    now: Temporal.Instant;
    set: Partial<Pick<AddOnsTable, 'name' | 'billableName' | 'status'>>;
  },
): Promise<AddOnRow> {
  return tx
    .updateTable('addOns')
    .set({ ...change.set, updatedAt: change.now })
    .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', change.id)
    .returning(SHOWN)
    .executeTakeFirstOrThrow();
}

/**
 * Whether a plan that is not archived prices the add-on, or an account overrides its price on a schedule that
 * is live, or on a draft that is not over.
 */
export async function isAddOnPriced(
  tx: Tx,
  org: Org,
  { id, now }: { id: string; now: Temporal.Instant },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from rate_cards c
    left join price_plan_versions v on v.org_id = c.org_id and v.reference_id = c.reference_id
    left join price_plans p on p.org_id = v.org_id and p.id = v.plan_id
    where c.org_id = ${org.orgId} and c.billable_id = ${id} and (p.status <> 'ARCHIVED' or exists (
      select from schedules s
      where s.org_id = c.org_id and s.override_reference_id = c.reference_id
        and (s.end_at is null or s.end_at > ${now})))
    limit 1`.execute(tx);
  return rows.length > 0;
}
