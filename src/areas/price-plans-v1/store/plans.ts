import { sql } from 'kysely';
import {
  isInForce,
  PLAN_TYPES,
  type PlanVersion,
  selectVersions,
  planList as versionedPlanList,
} from '#areas/price-plans/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';

/** A plan with one of its versions, and the period during which that was the newest active one. */
export interface ShownVersion extends PlanVersion {
  planStatus: 'ACTIVE' | 'ARCHIVED';
  planCreatedAt: Temporal.Instant;
  finalizedAt: Temporal.Instant | null;
  replacedAt: Temporal.Instant | null;
}

export const planList: ListSpec = {
  ...versionedPlanList,
  filters: {
    type: {
      ...{ column: 'price_plans.type', kind: 'enum', values: PLAN_TYPES },
      // The former name of plans that are bought once.
      aliases: { ENTITLEMENT: 'PURCHASE' },
    },
    status: { column: 'price_plans.status', kind: 'enum', values: ['ACTIVE', 'ARCHIVED'] },
  },
};

/**
 * The version that represents a plan in the first version of the API: the newest active one, or the draft if
 * there is none; or the requested one.
 */
export async function findVersion(
  tx: Tx,
  org: Org,
  wanted: { planId: string; version?: number | undefined },
): Promise<ShownVersion | null> {
  const { planId, version } = wanted;
  const row = await versions(tx, org)
    .where('pricePlanVersions.planId', '=', planId)
    .$if(version !== undefined, (query) => query.where('pricePlanVersions.version', '=', version ?? 0))
    .$if(version === undefined, (query) => query.where(isInForce))
    .executeTakeFirst();
  return row ?? null;
}

/** Each plan with its representative version. A status filter omits plans that were never active. */
export function listPlans(tx: Tx, org: Org, page: PageRequest) {
  const isByStatus = page.filters.status !== undefined;
  const query = versions(tx, org)
    .where(isInForce)
    .$if(isByStatus, (rows) =>
      rows.where(sql<boolean>`(price_plans.status = 'ARCHIVED' or price_plan_versions.status = 'ACTIVE')`),
    );
  return findPage(query, page);
}

/** An account that the plan prices at an instant or later; null if there is none. */
export async function findScheduledAccount(
  tx: Tx,
  org: Org,
  { planId, now }: { planId: string; now: Temporal.Instant },
): Promise<string | null> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id from schedules
    where org_id = ${org.orgId} and plan_id = ${planId} and mode = 'ACTIVE'
      and (end_at is null or end_at > ${now}) limit 1`.execute(tx);
  return rows[0]?.accountId ?? null;
}

const replacedAt = sql<Temporal.Instant | null>`(
  select min(newer.finalized_at) from price_plan_versions newer
  where newer.org_id = price_plan_versions.org_id and newer.plan_id = price_plan_versions.plan_id
    and newer.version > price_plan_versions.version and newer.status = 'ACTIVE')`;

function versions(tx: Tx, org: Org) {
  return selectVersions(tx, org).select([
    'pricePlans.status as planStatus',
    'pricePlans.createdAt as planCreatedAt',
    'pricePlanVersions.finalizedAt',
    replacedAt.as('replacedAt'),
  ]);
}
