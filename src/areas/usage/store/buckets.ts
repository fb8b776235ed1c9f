import { type RawBuilder, sql } from 'kysely';
import type { Aggregation } from '#core/aggregation/index.ts';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { hasMeterHours, meterHoursIn } from './meter-hours.ts';
import { keptUnits } from './usage.ts';

/** Absent: all. */
export interface BucketFilter {
  accountIds?: readonly string[];
  customerIds?: readonly string[];
  meterIds?: readonly string[];
}

/** The owner for whom usage is aggregated: each account, each customer, or all together. */
export type UsageOwner = 'ACCOUNT' | 'CUSTOMER' | 'ALL';

/** Totals of the hour rollups between two boundaries. */
export interface BucketTotals {
  /** Empty when usage is summed over all accounts. */
  ownerId: string;
  meterId: string;
  aggregation: Aggregation;
  /** The boundary at which the bucket begins. */
  bucketAt: Temporal.Instant;
  units: Decimal;
  events: number;
}

interface Range {
  from: Temporal.Instant;
  until: Temporal.Instant;
}

/** Whole hours from the rollup, partial hours from their events. */
export async function readUsageBuckets(
  tx: Tx,
  org: Org,
  query: BucketFilter & {
    full: Range | null;
    edges: readonly Range[];
    owner: UsageOwner;
    borders: readonly Temporal.Instant[];
  },
): Promise<BucketTotals[]> {
  const { full, edges, borders, owner } = query;
  const isTogether = isOfAll(query) && (await hasMeterHours(tx, org));
  const filter = all([isAny('meter_id', query.meterIds), isAnyOwner(org, query)]);
  const parts = edges.map((edge) => edgePart(org, edge, filter));
  if (full && isTogether) parts.push(togetherPart(org, full, filter));
  else if (full) parts.push(hoursPart(org, full, filter));
  const accounts = sql`join accounts a on a.org_id = ${org.orgId} and a.id = part.account_id`;
  const { rows } = await sql<BucketTotals>`
    select ${ownerColumn(owner)} as owner_id, part.meter_id, m.aggregation,
      ${bucketOf(sql.ref('part.hour_at'), borders)} as bucket_at,
      ${keptUnits(sql.ref('part.units'))} as units, sum(part.events)::bigint as events
    from (${sql.join(parts, sql` union all `)}) as part
    ${isTogether ? sql`` : accounts}
    join usage_meters m on m.org_id = ${org.orgId} and m.id = part.meter_id
    where ${filterOwners(query)}
    group by 1, 2, 3, 4 having sum(part.events) <> 0 order by 4, 1, 2`.execute(tx);
  return rows;
}

export function ownerColumn(owner: UsageOwner): RawBuilder<string> {
  if (owner === 'ALL') return sql`''`;
  return owner === 'ACCOUNT' ? sql.ref('a.id') : sql.ref('a.customer_id');
}

export function filterOwners({ accountIds, customerIds }: BucketFilter): RawBuilder<unknown> {
  return all([isAny('a.id', accountIds), isAny('a.customer_id', customerIds)]);
}

/** Whether no account is told from another. */
function isOfAll({ owner, accountIds, customerIds }: BucketFilter & { owner: UsageOwner }): boolean {
  return owner === 'ALL' && !accountIds && !customerIds;
}

function togetherPart(org: Org, full: Range, filter: RawBuilder<unknown>) {
  return sql`select null as account_id, meter_id, hour_at, units, events
    from (${meterHoursIn(org, { ...full, filter })}) as together`;
}

function hoursPart(org: Org, { from, until }: Range, filter: RawBuilder<unknown>) {
  return sql`select account_id, meter_id, hour_at, units, events from usage_hours
    where org_id = ${org.orgId} and hour_at >= ${from} and hour_at < ${until} and ${filter}`;
}

/**
 * Repeats `filterOwners` at the rows, because PostgreSQL would not push a condition on the accounts joined
 * later down into the view `usage_hours`.
 */
function isAnyOwner(org: Org, { accountIds, customerIds }: BucketFilter): RawBuilder<unknown> {
  const ofCustomers = customerIds
    ? sql`account_id = any (array(
        select id from accounts where org_id = ${org.orgId} and customer_id = any(${customerIds})))`
    : sql`true`;
  return all([isAny('account_id', accountIds), ofCustomers]);
}

/** A partial hour, from its events: their index by time finds them. */
function edgePart(org: Org, { from, until }: Range, filter: RawBuilder<unknown>) {
  return sql`select account_id, meter_id, ${from}::timestamptz as hour_at, units, 1 as events
    from metered_usage
    where org_id = ${org.orgId} and event_time >= ${from} and event_time < ${until} and ${filter}`;
}

/** The boundary that begins the bucket of an instant; `borders` ascend, the first is not after it. */
export function bucketOf(at: RawBuilder<unknown>, borders: readonly Temporal.Instant[]) {
  return sql`(${borders}::timestamptz[])[width_bucket(${at}, ${borders}::timestamptz[])]`;
}

function isAny(column: string, values: readonly string[] | undefined) {
  return values ? sql`${sql.ref(column)} = any(${values})` : sql`true`;
}

function all(conditions: RawBuilder<unknown>[]) {
  return sql.join(conditions, sql` and `);
}
