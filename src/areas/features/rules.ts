import { type EventSchemaRow, hasAttribute } from '#areas/event-schemas/index.ts';
import { sqlState, violatedConstraint } from '#platform/db/database.ts';
import {
  featureAttributeUnknown,
  featureBillableNameTaken,
  featureNameTaken,
  featureSchemaArchived,
  featureSchemaRepeated,
} from './problems.ts';
import type { Feature, SchemaAssociation } from './schema.ts';
import type { FeatureRow } from './store.ts';

/** The feature as it is on the wire. */
export function describeFeature(row: FeatureRow): Feature {
  const { billableName, ...members } = row;
  return { ...members, ...(billableName !== null && { billableName }) };
}

/** An empty billable name becomes null. */
export function readBillableName(sent: string | null | undefined): string | null {
  return sent?.trim() || null;
}

/** Trims the names; rejects a repeated schema, whose events would be debited twice. */
export function readAssociations(sent: readonly SchemaAssociation[]): SchemaAssociation[] {
  const seen = new Set<string>();
  return sent.map((association, index) => {
    const [schemaName, attributeName] = [association.schemaName.trim(), association.attributeName.trim()];
    if (seen.has(schemaName)) throw featureSchemaRepeated({ at: at(index), schemaName });
    seen.add(schemaName);
    return { schemaName, attributeName };
  });
}

/** Whether events of the schema have the attribute, as sent or by enrichment. */
export function checkAssociation(
  { schemaName, attributeName }: SchemaAssociation,
  schema: EventSchemaRow,
  index: number,
): void {
  if (schema.status === 'ARCHIVED') throw featureSchemaArchived({ at: at(index), schemaName });
  if (!hasAttribute(schema, attributeName))
    throw featureAttributeUnknown({ at: at(index), schemaName, attributeName });
}

/** The unique indexes decide who gets a name; this turns their violation into a problem. */
export function explainTakenName(
  error: unknown,
  sent: { name?: string; billableName?: string | null },
): unknown {
  if (sqlState(error) !== '23505') return error;
  const isBillable = violatedConstraint(error) === 'features_billable_name';
  return isBillable
    ? featureBillableNameTaken({ name: sent.billableName ?? '' })
    : featureNameTaken({ name: sent.name ?? '' });
}

function at(index: number): string {
  return `schemaAssociations[${index}]`;
}
