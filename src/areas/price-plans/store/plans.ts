import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import { PLAN_TYPES, VERSION_STATUSES } from '../schema.ts';
import type { PricePlansTable } from '../tables.ts';
import { selectVersions } from './versions.ts';

export type PlanRow = Pick<PricePlansTable, 'id' | 'name' | 'type' | 'status'>;

export const planList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: {
    type: { column: 'price_plans.type', kind: 'enum', values: PLAN_TYPES },
    status: { column: 'price_plan_versions.status', kind: 'enum', values: VERSION_STATUSES },
  },
  combinations: [['type'], ['status'], ['type', 'status']],
  searchable: { id: 'price_plans.id', name: 'price_plans.name', description: 'description' },
  sortable: {
    id: { column: 'price_plan_versions.plan_id', kind: 'text' },
    updated_at: { column: 'price_plan_versions.updated_at', kind: 'instant' },
  },
  defaultSort: [
    ['updated_at', 'DESC'],
    ['id', 'ASC'],
  ],
  tieBreaker: 'id',
};

/** Throws the database's unique violation if the name is taken. */
export async function insertPlan(tx: Tx, row: PricePlansTable): Promise<void> {
  await tx.insertInto('pricePlans').values(row).execute();
}

/** Reads and locks a plan, which serializes all changes of the plan and its draft. */
export async function lockPlan(tx: Tx, org: Org, id: string): Promise<PlanRow | null> {
  const query = plans(tx, org).where('id', '=', id).forUpdate();
  return (await query.executeTakeFirst()) ?? null;
}

/** Reads plans and prevents archiving them until the transaction ends; required for associating plans. */
export function keepPlans(tx: Tx, org: Org, ids: readonly string[]): Promise<PlanRow[]> {
  return plans(tx, org)
    .where(sql<boolean>`id = any(${ids})`)
    .orderBy(sql`id collate "C"`)
    .forShare()
    .execute();
}

export async function findPlanNamed(tx: Tx, org: Org, name: string): Promise<PlanRow | null> {
  const query = plans(tx, org).where('name', '=', name);
  return (await query.executeTakeFirst()) ?? null;
}

export function listPlans(tx: Tx, org: Org, ids: readonly string[]): Promise<PlanRow[]> {
  return plans(tx, org).where(sql<boolean>`id = any(${ids})`).execute();
}

function plans(tx: Tx, org: Org) {
  return tx.selectFrom('pricePlans').select(['id', 'name', 'type', 'status']).where('orgId', '=', org.orgId);
}

/** Permanent; the name stays reserved, because schedules and invoices continue to show it. */
export async function archivePlan(
  tx: Tx,
  org: Org,
  change: { id: string; now: Temporal.Instant },
): Promise<void> {
  const { id, now } = change;
  await sql`
    update price_plans set status = 'ARCHIVED', updated_at = ${now}
    where org_id = ${org.orgId} and id = ${id}`.execute(tx);
}

export async function planExists(tx: Tx, org: Org, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from price_plans where org_id = ${org.orgId} and id = ${id}`.execute(
    tx,
  );
  return rows.length > 0;
}

/** The plans that count against the quota. */
export function openPlans(org: Org) {
  return sql`select from price_plans where org_id = ${org.orgId} and status <> 'ARCHIVED'`;
}

/** Deletes its versions, too; the caller has deleted the cards. */
export async function deletePlan(tx: Tx, org: Org, id: string): Promise<void> {
  await tx.deleteFrom('pricePlans').where('orgId', '=', org.orgId).where('id', '=', id).execute();
}

/** The newest version of each plan. */
export function listLatestVersions(tx: Tx, org: Org, page: PageRequest) {
  const query = selectVersions(tx, org).where(
    sql<boolean>`not exists (select from price_plan_versions newer
      where newer.org_id = price_plan_versions.org_id and newer.plan_id = price_plan_versions.plan_id
        and newer.version > price_plan_versions.version)`,
  );
  return findPage(query, page);
}
