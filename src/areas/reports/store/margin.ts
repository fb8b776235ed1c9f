import { type RawBuilder, sql } from 'kysely';
import { revenueRows } from './revenue.ts';
import type { SourceContext } from './sources.ts';

/**
 * Revenue of issued invoices, and what the usage of additive meters cost, in the base currency: each row has
 * one of both. An hour costs its units times the unit cost of its local day; without a cost, nothing.
 */
export function marginRows({ org, timeZone }: Pick<SourceContext, 'org' | 'timeZone'>): RawBuilder<unknown> {
  return sql`
    select account_id, revenue_time as time, billable_id, revenue_base_currency as revenue,
      0::numeric as cost, revenue_base_currency as margin, 0::numeric as units
    from (${revenueRows({ org })}) as sold
    union all
    select u.account_id, u.hour_at, u.meter_id, 0, u.units * cost.unit_cost, -(u.units * cost.unit_cost),
      u.units
    from usage_hours u
    join usage_meters m on m.org_id = u.org_id and m.id = u.meter_id and m.aggregation in ('SUM', 'COUNT')
    join (
      select meter_id, unit_cost, effective_from,
        lead(effective_from) over (partition by meter_id order by effective_from) as effective_until
      from meter_costs where org_id = ${org.orgId}) as cost on cost.meter_id = u.meter_id
    cross join lateral (select (u.hour_at at time zone ${timeZone}::text)::date as day) as local
    where u.org_id = ${org.orgId} and local.day >= cost.effective_from
      and (cost.effective_until is null or local.day < cost.effective_until)`;
}
