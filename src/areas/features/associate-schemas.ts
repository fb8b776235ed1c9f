import { eventSchemaNotFound, holdEventSchemas } from '#areas/event-schemas/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { featureSchemaTaken } from './problems.ts';
import { checkAssociation } from './rules.ts';
import type { SchemaAssociation } from './schema.ts';
import { replaceAssociations } from './store.ts';

/**
 * Replaces the associations `current` of a feature with `wanted`. Only new ones are checked: a schema that
 * has been archived since stays associated. The schemas are locked, so that none loses the attribute.
 */
export async function associateSchemas(
  tx: Tx,
  org: Org,
  feature: { id: string; current: readonly SchemaAssociation[]; wanted: readonly SchemaAssociation[] },
): Promise<void> {
  const { current, wanted } = feature;
  const isKept = (one: SchemaAssociation) =>
    current.some((other) => other.schemaName === one.schemaName && other.attributeName === one.attributeName);
  const names = wanted.filter((one) => !isKept(one)).map(({ schemaName }) => schemaName);
  const schemas = new Map((await holdEventSchemas(tx, org, names)).map((row) => [row.name, row]));
  for (const [index, association] of wanted.entries()) {
    if (isKept(association)) continue;
    const schema = schemas.get(association.schemaName);
    if (!schema) throw eventSchemaNotFound({ id: association.schemaName });
    checkAssociation(association, schema, index);
  }
  const placed = await replaceAssociations(tx, org, { featureId: feature.id, associations: wanted });
  const taken = wanted.find(({ schemaName }) => !placed.has(schemaName));
  if (taken) throw featureSchemaTaken({ schemaName: taken.schemaName });
}
