import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Definition } from './read-definition.ts';
import { type FeatureDetails, SCHEMA_STATUSES, type SchemaStatus } from './schema.ts';
import type { EventSchemasTable } from './tables.ts';

export const eventSchemaList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: { status: { column: 'status', kind: 'enum', values: SCHEMA_STATUSES } },
  combinations: [['status']],
  searchable: { name: 'name', description: 'description' },
  sortable: {
    updated_at: { column: 'updated_at', kind: 'instant' },
    name: { column: 'name', kind: 'text' },
  },
  defaultSort: [
    ['updated_at', 'DESC'],
    ['name', 'ASC'],
  ],
  tieBreaker: 'name',
};

const SHOWN = [
  'name',
  'version',
  'status',
  'description',
  'attributes',
  'dimensions',
  'enrichments',
  'filterFields',
  'eventIdTemplate',
  'eventLevelRevenue',
  'createdAt',
  'updatedAt',
  'rowVersion',
] as const;
export type EventSchemaRow = Pick<
  { [K in keyof EventSchemasTable]: K extends 'eventLevelRevenue' ? boolean : EventSchemasTable[K] },
  Exclude<(typeof SHOWN)[number], 'rowVersion'>
> & { rowVersion: number };

/** Maximum listed versions of one schema; the newest come first. */
const MAX_LISTED_VERSIONS = 500;

export async function findEventSchema(tx: Tx, org: Org, name: string): Promise<EventSchemaRow | null> {
  return (await latest(tx, org).where('name', '=', name).executeTakeFirst()) ?? null;
}

export async function findEventSchemaVersion(
  tx: Tx,
  org: Org,
  { name, version }: { name: string; version: number },
): Promise<EventSchemaRow | null> {
  return (await versions(tx, org, name).where('version', '=', version).executeTakeFirst()) ?? null;
}

/** The latest versions of the schemas that exist, in no particular order. */
export function listEventSchemas(tx: Tx, org: Org, names: readonly string[]): Promise<EventSchemaRow[]> {
  return latest(tx, org).where(sql<boolean>`name = any(${names})`).execute();
}

/**
 * Like `listEventSchemas`, with the feature that each schema feeds, a fact of a higher tier: the schema data
 * that event processing needs.
 */
export function listMeteredSchemas(
  tx: Tx,
  org: Org,
  names: readonly string[],
): Promise<(EventSchemaRow & { feature: FeatureDetails | null })[]> {
  const feature = sql<FeatureDetails | null>`(
    select json_build_object('featureId', a.feature_id, 'attributeName', a.attribute_name)
    from feature_associations a where a.org_id = event_schemas.org_id and a.schema_name = event_schemas.name
  )`;
  return latest(tx, org).select(feature.as('feature')).where(sql<boolean>`name = any(${names})`).execute();
}

/** The latest versions of schemas that are not archived, by name. */
export function listOpenEventSchemas(
  tx: Tx,
  org: Org,
  { limit }: { limit: number },
): Promise<EventSchemaRow[]> {
  return latest(tx, org)
    .where('status', '<>', 'ARCHIVED')
    .orderBy(sql`name collate "C"`)
    .limit(limit)
    .execute();
}

export function listEventSchemaVersions(tx: Tx, org: Org, name: string): Promise<EventSchemaRow[]> {
  return versions(tx, org, name).orderBy('version', 'desc').limit(MAX_LISTED_VERSIONS).execute();
}

/** Without a status, omits archived schemas; INACTIVE includes drafts (metering-pricing 1.2). */
export function listEventSchemaPage(tx: Tx, org: Org, page: PageRequest) {
  const rows = page.filters.status ? latest(tx, org) : latest(tx, org).where('status', '<>', 'ARCHIVED');
  return findPage(rows, withDrafts(page));
}

/** Lists treat a draft as inactive: the filter finds both, and page tokens stay the same. */
export function withDrafts(page: PageRequest): PageRequest {
  const status = page.filters.status?.map((condition) =>
    condition.replace('"INACTIVE"', '"INACTIVE","DRAFT"'),
  );
  return status ? { ...page, filters: { ...page.filters, status } } : page;
}

/** Locks the first version on behalf of the whole schema, which serializes changes of a schema. */
export async function lockEventSchema(tx: Tx, org: Org, name: string): Promise<EventSchemaRow | null> {
  await versions(tx, org, name).where('version', '=', 1).forUpdate().execute();
  // A separate statement, so that it sees a version committed while waiting for the lock.
  return findEventSchema(tx, org, name);
}

/** Locks the schema's status and fields until the transaction ends; the lock is shared. */
export async function holdEventSchema(tx: Tx, org: Org, name: string): Promise<EventSchemaRow | null> {
  await versions(tx, org, name).where('version', '=', 1).forShare().execute();
  return findEventSchema(tx, org, name);
}

/**
 * Like `holdEventSchema`, for several schemas in name order, as in every caller; returns those that exist.
 */
export async function holdEventSchemas(
  tx: Tx,
  org: Org,
  names: readonly string[],
): Promise<EventSchemaRow[]> {
  if (names.length === 0) return [];
  await tx
    .selectFrom('eventSchemas')
    .select('name')
    .where('orgId', '=', org.orgId)
    .where(sql<boolean>`name = any(${names})`)
    .where('version', '=', 1)
    .orderBy('name')
    .forShare()
    .execute();
  return listEventSchemas(tx, org, names);
}

/** Throws the unique violation of the primary key if the name is taken. */
export function insertEventSchema(
  tx: Tx,
  org: Org,
  row: {
    name: string;
    version: number;
    status: SchemaStatus;
    definition: Definition;
    createdAt: Temporal.Instant;
    now: Temporal.Instant;
  },
): Promise<EventSchemaRow> {
  const { name, version, status, createdAt, now } = row;
  return tx
    .insertInto('eventSchemas')
    .values({
      ...{ orgId: org.orgId, name, version, status, isLatest: true },
      ...definitionColumns(row.definition),
      ...{ createdAt, updatedAt: now },
    })
    .returning(SHOWN)
    .executeTakeFirstOrThrow();
}

export function updateEventSchema(
  tx: Tx,
  org: Org,
  change: { name: string; now: Temporal.Instant; set: { status: SchemaStatus } | { definition: Definition } },
): Promise<EventSchemaRow> {
  const { set } = change;
  return tx
    .updateTable('eventSchemas')
    .set({
      updatedAt: change.now,
      ...('status' in set ? { status: set.status } : definitionColumns(set.definition)),
    })
    .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('name', '=', change.name)
    .where('isLatest', '=', true)
    .returning(SHOWN)
    .executeTakeFirstOrThrow();
}

/** Marks the latest version as superseded before a newer one is inserted. */
export async function closeLatestVersion(tx: Tx, org: Org, name: string): Promise<void> {
  await tx
    .updateTable('eventSchemas')
    .set({ isLatest: false, status: 'ARCHIVED' })
    .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('name', '=', name)
    .where('isLatest', '=', true)
    .execute();
}

/** The schemas that count against the quota. */
export function openEventSchemas(org: Org) {
  return sql`select from event_schemas where org_id = ${org.orgId} and is_latest and status <> 'ARCHIVED'`;
}

/** Whether meters are active: a fact of a higher tier, which the guards of metering-pricing 1.2 need. */
export async function hasActiveMeter(tx: Tx, org: Org, name: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from usage_meters
    where org_id = ${org.orgId} and event_schema_name = ${name} and status = 'ACTIVE' limit 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Meters by schema, for the list's `usageMetersCount`: a fact of a higher tier that the wire includes here.
 */
export async function countMeters(
  tx: Tx,
  org: Org,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select event_schema_name as name, count(*) as count from usage_meters
    where org_id = ${org.orgId} and event_schema_name = any(${names}) and status <> 'ARCHIVED'
    group by event_schema_name`.execute(tx);
  return new Map(rows.map(({ name, count }) => [name, count]));
}

/**
 * The features metered by events of these schemas, by schema: a fact of a higher tier that the wire includes
 * here as `featureDetails`.
 */
export async function listFeatureDetails(
  tx: Tx,
  org: Org,
  names: readonly string[],
): Promise<ReadonlyMap<string, FeatureDetails>> {
  const { rows } = await sql<FeatureDetails & { schemaName: string }>`
    select schema_name, feature_id, attribute_name from feature_associations
    where org_id = ${org.orgId} and schema_name = any(${names})`.execute(tx);
  return new Map(
    rows.map(({ schemaName, featureId, attributeName }) => [schemaName, { featureId, attributeName }]),
  );
}

function latest(tx: Tx, org: Org) {
  return tx
    .selectFrom('eventSchemas')
    .select(SHOWN)
    .where('orgId', '=', org.orgId)
    .where('isLatest', '=', true);
}

function versions(tx: Tx, org: Org, name: string) {
  return tx.selectFrom('eventSchemas').select(SHOWN).where('orgId', '=', org.orgId).where('name', '=', name);
}

function definitionColumns(definition: Definition) {
  const { attributes, dimensions, enrichments, ...columns } = definition;
  return {
    ...columns,
    attributes: json(attributes),
    dimensions: json(dimensions),
    enrichments: enrichments && json(enrichments),
  };
}
