import { sql } from 'kysely';
import type { PricingRuleRow } from '#areas/pricing-rules/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';

export const RULE_STATES = ['IN_FORCE', 'NEW', 'CHANGED', 'REMOVED'] as const;

export const ruleList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 50,
  filters: {
    state: { column: 'r.state', kind: 'enum', values: RULE_STATES },
    price_plan_id: { column: 'r.price_plan_id', kind: 'text' },
  },
  searchable: { name: 'r.name', plan_name: 'r.price_plan_name' },
  sortable: {
    plan_name: { column: 'r.price_plan_name', kind: 'text' },
    name: { column: 'r.name', kind: 'text' },
    order: { column: 'r.order', kind: 'number' },
    id: { column: 'r.id', kind: 'text' },
  },
  defaultSort: [
    ['plan_name', 'ASC'],
    ['order', 'ASC'],
    ['id', 'ASC'],
  ],
  tieBreaker: 'id',
};

export interface PlanRuleRow extends Omit<PricingRuleRow, 'referenceId'> {
  pricePlanId: string;
  pricePlanName: string;
  planVersion: number;
  state: (typeof RULE_STATES)[number];
}

/**
 * The rules of plans that are not archived, once each: as the draft of the plan has them, else as its newest
 * active version does. A rule that a draft changes has a higher version there.
 */
export function listPlanRules(
  tx: Tx,
  org: Org,
  page: PageRequest,
): Promise<{ rows: PlanRuleRow[]; nextToken: string | null }> {
  const rows = sql<PlanRuleRow>`(
    with versions as materialized (
      select p.id as price_plan_id, p.name as price_plan_name,
        active.reference_id as active_reference, active.version as active_version,
        draft.reference_id as draft_reference, draft.version as draft_version
      from price_plans p
      left join lateral (
        select reference_id, version from price_plan_versions v
        where v.org_id = p.org_id and v.plan_id = p.id and v.status = 'ACTIVE'
        order by v.version desc limit 1) active on true
      left join price_plan_versions draft
        on draft.org_id = p.org_id and draft.plan_id = p.id and draft.status = 'DRAFT'
      where p.org_id = ${org.orgId} and p.status = 'ACTIVE'),
    drafted as (
      select v.price_plan_id, v.price_plan_name, v.draft_version as plan_version,
        case when former.id is null then 'NEW' when former.version = r.version then 'IN_FORCE'
          else 'CHANGED' end as state,
        r.id, r.version, r.name, r.invoice_timing, r."order", r.condition, r.computation, r.action
      from versions v
      join pricing_rules r on r.org_id = ${org.orgId} and r.reference_id = v.draft_reference
      left join pricing_rules former on former.org_id = ${org.orgId}
        and former.reference_id = v.active_reference and former.id = r.id),
    active as (
      select v.price_plan_id, v.price_plan_name, v.active_version as plan_version,
        case when v.draft_reference is null then 'IN_FORCE' else 'REMOVED' end as state,
        r.id, r.version, r.name, r.invoice_timing, r."order", r.condition, r.computation, r.action
      from versions v
      join pricing_rules r on r.org_id = ${org.orgId} and r.reference_id = v.active_reference
      where not exists (
        select from pricing_rules kept where kept.org_id = ${org.orgId}
          and kept.reference_id = v.draft_reference and kept.id = r.id))
    select * from drafted union all select * from active)`;
  const query = tx.selectFrom(rows.as('r')).selectAll();
  // The columns of a subquery are known to its reader, not to the types of the tables.
  return findPage(query as never, page) as unknown as Promise<{
    rows: PlanRuleRow[];
    nextToken: string | null;
  }>;
}
