import {
  type CompiledSchema,
  type DependencyValue,
  type Enriched,
  EnrichmentError,
  enrich,
  enrichDeclared,
} from '#areas/event-schemas/index.ts';
import type { EventFacts, FixedFacts } from './event-facts.ts';
import {
  type EventShape,
  type FixedStep,
  PASSES,
  type PerEventStep,
  type PlannedProgress,
  type Stop,
} from './step.ts';

/** Step 3 of `metering-pricing.md` 5. */
export const SCHEMA: FixedStep = {
  caching: 'FIXED',
  decide: ({ schemaName }, { schema, feature }, outcome) => {
    if (!schema) return schemaNotDefined(schemaName);
    outcome.schema = schema;
    outcome.feature = feature;
    return null;
  },
};

/** Step 5. */
export const REQUIRED_FIELDS: FixedStep = {
  caching: 'FIXED',
  decide: (shape, facts) => findMissing(shape, schemaOf(facts)),
};

/** Step 6. Settings that it reads are a fact that no plan knows. */
export const ENRICHMENT: PerEventStep = {
  caching: 'PER_EVENT',
  decide: (_, facts, progress) => {
    const schema = schemaOf(facts);
    const fields = enrichFields(facts, progress);
    if ('status' in fields) return fields;
    progress.fields = fields;
    if (schema.fields.length === 0) return null;
    const dependencies = describeDependencies(schema, facts.dependencies);
    progress.outcome.enriched = { ...fields.enriched, dependencies };
    return null;
  },
  shorten: (_, facts) => (schemaOf(facts).fields.length === 0 ? PASSES : null),
};

function schemaNotDefined(schemaName: string): Stop {
  return {
    status: 'INGESTION_FAILED_SCHEMA_NOT_DEFINED',
    description: `no active event schema is named ${schemaName}`,
    isOnHold: true,
  };
}

function schemaOf({ schema }: FixedFacts): CompiledSchema {
  if (!schema) throw new Error('an event without a schema stops before its fields are read');
  return schema;
}

/** Every declared field is required. */
export function findMissing(
  { attributes, dimensions }: Pick<EventShape, 'attributes' | 'dimensions'>,
  schema: CompiledSchema,
): Stop | null {
  const missing = [
    ...schema.attributes.filter((name) => !attributes.has(name)).map((name) => `attribute ${name}`),
    ...schema.dimensions.filter((name) => !dimensions.has(name)).map((name) => `dimension ${name}`),
  ];
  if (missing.length === 0) return null;
  return { status: 'INGESTION_FAILED', description: `missing ${missing.join(', ')}` };
}

function enrichFields(facts: EventFacts, { declared, fields }: PlannedProgress): Enriched | Stop {
  const { dependencies } = facts;
  const schema = schemaOf(facts);
  try {
    return declared ? enrichDeclared(schema, declared, dependencies) : enrich(schema, fields, dependencies);
  } catch (error) {
    if (!(error instanceof EnrichmentError)) throw error;
    return { status: 'INGESTION_FAILED_ENRICHMENT_FAILED', description: error.message };
  }
}

function describeDependencies(schema: CompiledSchema, found: ReadonlyMap<string, DependencyValue>) {
  return schema.dependencies.map(({ key, name }) => ({
    ...{ key, type: 'SETTING' as const, name, value: found.get(key)?.value ?? '' },
  }));
}
