import { type RawBuilder, sql } from 'kysely';
import type { Aggregation } from '#core/aggregation/index.ts';
import { type Decimal, decimalText } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import { METER_STATUSES } from '../schema.ts';

export interface MeterCost {
  effectiveFrom: Temporal.PlainDate;
  /** In the base currency. */
  unitCost: Decimal;
}

/** The aggregations whose hours add up to a month, so that a cost of each unit means something. */
export const COSTED_AGGREGATIONS: readonly Aggregation[] = ['SUM', 'COUNT'];

export const unitCostList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 50,
  filters: { status: { column: 'status', kind: 'enum', values: METER_STATUSES } },
  searchable: { name: 'name', billable_name: 'billable_name' },
  sortable: { name: { column: 'name', kind: 'text' }, id: { column: 'id', kind: 'text' } },
  defaultSort: [
    ['name', 'ASC'],
    ['id', 'ASC'],
  ],
  tieBreaker: 'id',
};

/**
 * Meters that may have unit costs, each with the cost of a day and the one that follows it. Omits archived
 * meters unless the status selects them.
 */
export function listUnitCostPage(
  tx: Tx,
  org: Org,
  { page, day }: { page: PageRequest; day: Temporal.PlainDate },
) {
  const onOrBefore = sql`c.effective_from <= ${day.toString()}::date order by c.effective_from desc`;
  const after = sql`c.effective_from > ${day.toString()}::date order by c.effective_from`;
  const rows = tx
    .selectFrom('usageMeters')
    .where('orgId', '=', org.orgId)
    .where('aggregation', 'in', COSTED_AGGREGATIONS)
    .$if(!page.filters.status, (query) => query.where('status', '<>', 'ARCHIVED'))
    .select(['id', 'name', 'unit', 'status'])
    .select([
      sql<string>`coalesce(billable_name, name)`.as('displayName'),
      firstCost<Temporal.PlainDate>('effective_from', onOrBefore).as('costFrom'),
      firstCost<Decimal>('unit_cost', onOrBefore).as('cost'),
      firstCost<Temporal.PlainDate>('effective_from', after).as('nextFrom'),
      firstCost<Decimal>('unit_cost', after).as('nextCost'),
    ]);
  return findPage(rows, page);
}

function firstCost<Value>(column: 'effective_from' | 'unit_cost', found: RawBuilder<unknown>) {
  return sql<Value | null>`(
    select c.${sql.ref(column)} from meter_costs c
    where c.org_id = usage_meters.org_id and c.meter_id = usage_meters.id and ${found} limit 1)`;
}

/** The unit costs of a meter, by their days. */
export async function listMeterCosts(tx: Tx, org: Org, meterId: string): Promise<MeterCost[]> {
  const { rows } = await sql<MeterCost>`
    select effective_from, unit_cost from meter_costs
    where org_id = ${org.orgId} and meter_id = ${meterId} order by effective_from`.execute(tx);
  return rows;
}

/** The caller has locked the meter. */
export async function replaceMeterCosts(
  tx: Tx,
  org: Org,
  { meterId, costs }: { meterId: string; costs: readonly MeterCost[] },
): Promise<void> {
  await sql`delete from meter_costs where org_id = ${org.orgId} and meter_id = ${meterId}`.execute(tx);
  if (costs.length === 0) return;
  await sql`
    insert into meter_costs (org_id, meter_id, effective_from, unit_cost)
    select ${org.orgId}, ${meterId}, c.effective_from, c.unit_cost
    from unnest(${costs.map(({ effectiveFrom }) => effectiveFrom.toString())}::date[],
      ${costs.map(({ unitCost }) => decimalText(unitCost))}::numeric[]) as c (effective_from, unit_cost)
  `.execute(tx);
}
