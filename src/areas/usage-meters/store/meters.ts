import { type SqlBool, sql } from 'kysely';
import { withDrafts } from '#areas/event-schemas/index.ts';
import { AGGREGATIONS } from '#core/aggregation/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Metering } from '../read-metering.ts';
import { METER_STATUSES, type MeterStatus } from '../schema.ts';
import type { UsageMetersTable } from '../tables.ts';

const aggregation = { column: 'aggregation', kind: 'enum', values: AGGREGATIONS } as const;

export const usageMeterList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: {
    status: { column: 'status', kind: 'enum', values: METER_STATUSES },
    aggregation,
    aggregations: aggregation,
    id: { column: 'id', kind: 'text' },
  },
  combinations: [
    ['status'],
    ['aggregation'],
    ['aggregations'],
    ['aggregation', 'status'],
    ['aggregations', 'status'],
    ['id'],
  ],
  searchable: { id: 'id', name: 'name', billable_name: 'billable_name' },
  sortable: {
    updated_at: { column: 'updated_at', kind: 'instant' },
    id: { column: 'id', kind: 'text' },
  },
  defaultSort: [
    ['updated_at', 'DESC'],
    ['id', 'ASC'],
  ],
  tieBreaker: 'id',
};

const SHOWN = [
  'id',
  'name',
  'billableName',
  'description',
  'unit',
  'type',
  'aggregation',
  'filters',
  'computations',
  'eventSchemaName',
  'status',
  'lastActivatedAt',
  'createdAt',
  'updatedAt',
] as const;
export interface UsageMeterRow extends Pick<UsageMetersTable, (typeof SHOWN)[number]> {
  /** The billable name, or the name if there is none. */
  displayName: string;
  /** Counts changes of the metering since the meter was first active. */
  version: number;
}

export async function findUsageMeter(tx: Tx, org: Org, id: string): Promise<UsageMeterRow | null> {
  return (await meters(tx, org).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The meters that exist, in no particular order. */
export function listUsageMeters(tx: Tx, org: Org, ids: readonly string[]): Promise<UsageMeterRow[]> {
  return meters(tx, org).where(sql<SqlBool>`id = any(${ids})`).execute();
}

export async function findUsageMeterNamed(tx: Tx, org: Org, name: string): Promise<UsageMeterRow | null> {
  return (await meters(tx, org).where('name', '=', name).executeTakeFirst()) ?? null;
}

/** Meters that are not archived, by name. */
export function listOpenUsageMeters(
  tx: Tx,
  org: Org,
  { limit }: { limit: number },
): Promise<UsageMeterRow[]> {
  return meters(tx, org)
    .where('status', '<>', 'ARCHIVED')
    .orderBy(sql`name collate "C"`)
    .limit(limit)
    .execute();
}

/** Active meters of any of the schemas, ordered by id. */
export function listActiveMeters(tx: Tx, org: Org, schemaNames: readonly string[]): Promise<UsageMeterRow[]> {
  return meters(tx, org)
    .where('status', '=', 'ACTIVE')
    .where(sql<SqlBool>`event_schema_name = any(${schemaNames})`)
    .orderBy('id')
    .execute();
}

/** Omits archived meters unless the status or the id selects them. */
export function listUsageMeterPage(tx: Tx, org: Org, page: PageRequest) {
  const showsArchived = page.filters.status || page.filters.id;
  const rows = showsArchived ? meters(tx, org) : meters(tx, org).where('status', '<>', 'ARCHIVED');
  return findPage(rows, withDrafts(page));
}

/** Reads and locks a meter, so that its changes are serialized. */
export async function lockUsageMeter(tx: Tx, org: Org, id: string): Promise<UsageMeterRow | null> {
  return (await meters(tx, org).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

type Names = Pick<UsageMetersTable, 'name' | 'billableName' | 'description' | 'unit'>;

/** Throws the database's unique violation if the name is taken. */
export function insertUsageMeter(
  tx: Tx,
  org: Org,
  row: { id: string; names: Names; metering: Metering; now: Temporal.Instant },
): Promise<UsageMeterRow> {
  const { id, names, metering, now } = row;
  return tx
    .insertInto('usageMeters')
    .values({
      ...{ orgId: org.orgId, id, ...names, type: 'COUNTER' as const, status: 'DRAFT' as const },
      ...meteringColumns(metering),
      ...{ lastActivatedAt: null, createdAt: now, updatedAt: now },
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** The meters that count against the quota. */
export function openUsageMeters(org: Org) {
  return sql`select from usage_meters where org_id = ${org.orgId} and status <> 'ARCHIVED'`;
}

/** Throws the database's unique violation if the name is taken. */
export function updateUsageMeter(
  tx: Tx,
  org: Org,
  change: {
    id: string;
    now: Temporal.Instant;
    set: Partial<Names> & { status?: MeterStatus; lastActivatedAt?: Temporal.Instant };
    /** Set only if it differs from the stored metering. */
    metering?: Metering;
  },
): Promise<UsageMeterRow> {
  const { metering } = change;
  return tx
    .updateTable('usageMeters')
    .set({ ...change.set, ...(metering && meteringColumns(metering)), updatedAt: change.now })
    .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
    .$if(metering !== undefined, (query) => query.set({ version: NEXT_VERSION }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', change.id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/**
 * Whether the meter has a price in a plan that is not archived, in a live schedule that has not ended, or in
 * an account's override on such a schedule or in a draft. These are facts of higher tiers, which the guard of
 * metering-pricing 9.2 needs.
 */
export async function isMeterPriced(
  tx: Tx,
  org: Org,
  { id, now }: { id: string; now: Temporal.Instant },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from rate_cards c
    left join price_plan_versions v on v.org_id = c.org_id and v.reference_id = c.reference_id
    left join price_plans p on p.org_id = v.org_id and p.id = v.plan_id
    where c.org_id = ${org.orgId} and c.billable_id = ${id} and (p.status <> 'ARCHIVED' or exists (
      select 1 from schedules s
      where s.org_id = v.org_id and s.plan_id = v.plan_id and s.plan_version = v.version
        and s.mode = 'ACTIVE' and (s.end_at is null or s.end_at > ${now})) or exists (
      select 1 from schedules s
      where s.org_id = c.org_id and s.override_reference_id = c.reference_id
        and (s.end_at is null or s.end_at > ${now})))
    limit 1`.execute(tx);
  return rows.length > 0;
}

// Drafts have metered nothing yet, so their changes need no new version.
const NEXT_VERSION = sql<number>`version + (last_activated_at is not null)::int`;
const DISPLAY_NAME = sql<string>`coalesce(billable_name, name)`.as('displayName');
const COLUMNS = [...SHOWN, 'version', DISPLAY_NAME] as const;

function meters(tx: Tx, org: Org) {
  return tx.selectFrom('usageMeters').select(COLUMNS).where('orgId', '=', org.orgId);
}

function meteringColumns(metering: Metering) {
  return {
    aggregation: metering.aggregation,
    eventSchemaName: metering.eventSchemaName,
    filters: json(metering.filters),
    computations: json(metering.computations),
  };
}
