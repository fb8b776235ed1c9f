import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

export const MAX_USES = 100;
const MAX_SCHEDULES = 1000;

interface User {
  id: string;
  name: string;
}

export async function listMetersOfSchema(tx: Tx, org: Org, schemaName: string): Promise<User[]> {
  const { rows } = await sql<User>`
    select id, coalesce(billable_name, name) as name from usage_meters
    where org_id = ${org.orgId} and event_schema_name = ${schemaName} and status <> 'ARCHIVED'
    order by name collate "C", id limit ${sql.lit(MAX_USES + 1)}`.execute(tx);
  return rows;
}

export async function listFeaturesOfSchema(tx: Tx, org: Org, schemaName: string): Promise<User[]> {
  const { rows } = await sql<User>`
    select f.id, coalesce(f.billable_name, f.name) as name
    from feature_associations a
    join features f on f.org_id = a.org_id and f.id = a.feature_id
    where a.org_id = ${org.orgId} and a.schema_name = ${schemaName}
    order by name collate "C", f.id limit ${sql.lit(MAX_USES + 1)}`.execute(tx);
  return rows;
}

interface PlanUse {
  pricePlanId: string;
  name: string;
  version: number;
  status: 'DRAFT' | 'ACTIVE';
  rateCardName: string;
  billableId: string;
}

/** Of open plans: their newest active version and their draft. */
export async function listPlanUses(tx: Tx, org: Org, billableIds: readonly string[]): Promise<PlanUse[]> {
  const { rows } = await sql<PlanUse>`
    select p.id as price_plan_id, p.name, v.version, v.status, c.name as rate_card_name, c.billable_id
    from rate_cards c
    join price_plan_versions v on v.org_id = c.org_id and v.reference_id = c.reference_id
    join price_plans p on p.org_id = v.org_id and p.id = v.plan_id
    where c.org_id = ${org.orgId} and c.billable_id = any(${billableIds}) and p.status = 'ACTIVE'
      and (v.status = 'DRAFT' or not exists (
        select from price_plan_versions newer
        where newer.org_id = v.org_id and newer.plan_id = v.plan_id and newer.status = 'ACTIVE'
          and newer.version > v.version))
    order by p.name collate "C", p.id, v.version desc, c.name collate "C"
    limit ${sql.lit(MAX_USES + 1)}`.execute(tx);
  return rows;
}

/** Facts of a higher tier, as the guards that keep what is priced from being archived need them. */
export async function countPricedSchedules(
  tx: Tx,
  org: Org,
  { billableIds, now }: { billableIds: readonly string[]; now: Temporal.Instant },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from schedules s
      left join price_plan_versions v
        on v.org_id = s.org_id and v.plan_id = s.plan_id and v.version = s.plan_version
      where s.org_id = ${org.orgId} and s.mode = 'ACTIVE' and (s.end_at is null or s.end_at > ${now})
        and coalesce(s.override_reference_id, v.reference_id) in (
          select c.reference_id from rate_cards c
          where c.org_id = ${org.orgId} and c.billable_id = any(${billableIds}))
      limit ${sql.lit(MAX_SCHEDULES)}) counted`.execute(tx);
  return rows[0]?.count ?? 0;
}
