import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import { BY_NAME } from '#platform/http/list-orders.ts';
import type { Org } from '#platform/http/operation.ts';
import type { SchemaAssociation } from './schema.ts';
import type { FeaturesTable } from './tables.ts';

export const featureList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: {},
  searchable: { id: 'id', name: 'name', billable_name: 'billable_name' },
  ...BY_NAME,
};

const SHOWN = ['id', 'name', 'billableName', 'createdAt', 'updatedAt'] as const;
const displayName = sql<string>`coalesce(billable_name, name)`.as('displayName');
const schemaAssociations = sql<SchemaAssociation[]>`(
  select coalesce(json_agg(json_build_object(
    'schemaName', a.schema_name, 'attributeName', a.attribute_name) order by a.position), '[]')
  from feature_associations a where a.org_id = features.org_id and a.feature_id = features.id
)`.as('schemaAssociations');
const schemaCount = sql<number>`(
  select count(*) from feature_associations a where a.org_id = features.org_id and a.feature_id = features.id
)`.as('schemaCount');

export type FeatureRow = Pick<FeaturesTable, (typeof SHOWN)[number]> & {
  displayName: string;
  schemaAssociations: SchemaAssociation[];
};

/** An event schema and the attribute that a feature is metered by. */
export interface SchemaFeature extends SchemaAssociation {
  featureId: string;
}

/** Throws the database's unique violation if a name is taken. */
export async function insertFeature(tx: Tx, row: Omit<FeaturesTable, 'rowVersion'>): Promise<void> {
  await tx.insertInto('features').values(row).execute();
}

export async function findFeature(tx: Tx, org: Org, id: string): Promise<FeatureRow | null> {
  return (await features(tx, org).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The features that exist, in no particular order. */
export function listFeatures(tx: Tx, org: Org, ids: readonly string[]): Promise<FeatureRow[]> {
  return features(tx, org).where(sql<boolean>`id = any(${ids})`).execute();
}

export async function findFeatureNamed(tx: Tx, org: Org, name: string): Promise<FeatureRow | null> {
  return (await features(tx, org).where('name', '=', name).executeTakeFirst()) ?? null;
}

/** In name order. */
export function listFirstFeatures(tx: Tx, org: Org, { limit }: { limit: number }): Promise<FeatureRow[]> {
  return features(tx, org).orderBy(sql`name collate "C"`).limit(limit).execute();
}

/** Those of the named schemas whose events use a feature. */
export async function listSchemaFeatures(
  tx: Tx,
  org: Org,
  schemaNames: readonly string[],
): Promise<SchemaFeature[]> {
  return tx
    .selectFrom('featureAssociations')
    .select(['schemaName', 'attributeName', 'featureId'])
    .where('orgId', '=', org.orgId)
    .where(sql<boolean>`schema_name = any(${schemaNames})`)
    .execute();
}

export function listFeaturePage(tx: Tx, org: Org, page: PageRequest) {
  const build = () =>
    tx
      .selectFrom('features')
      .select([...SHOWN, displayName, schemaCount])
      .where('orgId', '=', org.orgId);
  return findPage({ tx, parameters: [org.orgId], build }, page);
}

/** Serializes changes of one feature; the second change reads the result of the first. */
export async function lockFeature(tx: Tx, org: Org, id: string): Promise<FeatureRow | null> {
  await tx
    .selectFrom('features')
    .select('id')
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .forUpdate()
    .execute();
  // A separate statement, so that it sees associations committed while waiting for the lock.
  return findFeature(tx, org, id);
}

export async function updateFeature(
  tx: Tx,
  org: Org,
  change: {
    id: string;
    now: Temporal.Instant;
    set: Partial<Pick<FeaturesTable, 'name' | 'billableName'>>;
  },
): Promise<void> {
  await tx
    .updateTable('features')
    .set({ ...change.set, updatedAt: change.now })
    .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', change.id)
    .execute();
}

/**
 * Returns the schemas associated with the feature. A schema of another feature stays with it and is missing
 * in the result. Rows are inserted by name, so that two features that want the same schemas never deadlock.
 */
export async function replaceAssociations(
  tx: Tx,
  org: Org,
  { featureId, associations }: { featureId: string; associations: readonly SchemaAssociation[] },
): Promise<ReadonlySet<string>> {
  const schemaNames = associations.map(({ schemaName }) => schemaName);
  const attributeNames = associations.map(({ attributeName }) => attributeName);
  await sql`
    delete from feature_associations
    where org_id = ${org.orgId} and feature_id = ${featureId} and schema_name <> all(${schemaNames})`.execute(
    tx,
  );
  const { rows } = await sql<{ schemaName: string }>`
    insert into feature_associations (org_id, schema_name, feature_id, attribute_name, position)
    select ${org.orgId}, s.schema_name, ${featureId}, s.attribute_name, s.position
    from unnest(${schemaNames}::text[], ${attributeNames}::text[]) with ordinality
      as s (schema_name, attribute_name, position)
    order by s.schema_name
    on conflict (org_id, schema_name) do update
      set attribute_name = excluded.attribute_name, position = excluded.position
      where feature_associations.feature_id = excluded.feature_id
    returning schema_name`.execute(tx);
  return new Set(rows.map(({ schemaName }) => schemaName));
}

function features(tx: Tx, org: Org) {
  return tx
    .selectFrom('features')
    .select([...SHOWN, displayName, schemaAssociations])
    .where('orgId', '=', org.orgId);
}
