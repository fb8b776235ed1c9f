import { sqlState } from '#platform/db/database.ts';
import { schemaNameTaken } from './problems.ts';
import type { Definition, SentDefinition } from './read-definition.ts';
import type {
  CreateEventSchemaRequest,
  EventSchema,
  FeatureDetails,
  UpdateEventSchemaRequest,
} from './schema.ts';
import type { EventSchemaRow } from './store.ts';

/** The schema as it is on the wire. An older version shows the feature that the schema feeds today. */
export function describeEventSchema(row: EventSchemaRow, featureDetails?: FeatureDetails): EventSchema {
  const { description, enrichments, eventIdTemplate, rowVersion: _, ...members } = row;
  return {
    ...members,
    ...(description !== null && { description }),
    ...(enrichments !== null && { enrichments }),
    ...(eventIdTemplate !== null && { eventIdTemplate }),
    ...(featureDetails && { featureDetails }),
  };
}

/** The definition in a create request. */
export function newDefinition(sent: CreateEventSchemaRequest): SentDefinition {
  const { name: _, ...members } = sent;
  return { ...NOTHING, ...definedMembers(members) };
}

/** The stored definition with the sent members applied; null clears. */
export function changedDefinition(row: EventSchemaRow, sent: UpdateEventSchemaRequest): SentDefinition {
  return { ...storedDefinition(row), ...definedMembers(sent) };
}

export function storedDefinition(row: EventSchemaRow): Definition {
  const { description, attributes, dimensions, enrichments } = row;
  const { filterFields, eventIdTemplate, eventLevelRevenue } = row;
  return {
    description,
    attributes,
    dimensions,
    enrichments,
    filterFields,
    eventIdTemplate,
    eventLevelRevenue,
  };
}

/** Whether events have the attribute, as sent or by enrichment. */
export function hasAttribute(
  { attributes, enrichments }: Pick<Definition, 'attributes' | 'enrichments'>,
  name: string,
): boolean {
  const enriched = enrichments?.fields.filter(({ type }) => type === 'ATTRIBUTE') ?? [];
  return [...attributes, ...enriched].some((attribute) => attribute.name === name);
}

/** Whether every organization has a built-in schema with this name, which no user can define. */
export function isReservedName(name: string, wirePrefix: string): boolean {
  return name === `${wirePrefix}-usage` || name === `${wirePrefix}-named-license`;
}

/** The primary key decides who gets a name; this turns its violation into a problem. */
export function explainTakenName(error: unknown, name: string): unknown {
  return sqlState(error) === '23505' ? schemaNameTaken({ name }) : error;
}

const NOTHING: Definition = {
  description: null,
  attributes: [],
  dimensions: [],
  enrichments: null,
  filterFields: [],
  eventIdTemplate: null,
  eventLevelRevenue: false,
};

function definedMembers<T extends object>(members: T): { [K in keyof T]-?: Exclude<T[K], undefined> } {
  const defined = Object.entries(members).filter(([, member]) => member !== undefined);
  return Object.fromEntries(defined) as { [K in keyof T]-?: Exclude<T[K], undefined> };
}
