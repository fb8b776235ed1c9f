import type { EventSchema } from '../../../api/generated/types.ts';

/** An event with every field of the schema, ready to be completed. */
export function sampleEvent({ name, attributes, dimensions }: EventSchema): string {
  const event = {
    schemaName: name,
    id: 'event-1',
    timestamp: '2030-01-01T00:00:00Z',
    accountId: 'account-1',
    attributes: attributes.map(({ name: attribute }) => ({ name: attribute, value: '1' })),
    dimensions: Object.fromEntries(dimensions.map(({ name: dimension }) => [dimension, ''])),
  };
  return JSON.stringify(event, null, 2);
}

/** The fields that a version has and the one before has not, with a plus sign; none for the first one. */
export function addedFields(schema: EventSchema, before: EventSchema | undefined): string[] {
  if (!before) return [];
  const known = new Set(fieldNames(before));
  return fieldNames(schema)
    .filter((name) => !known.has(name))
    .map((name) => `+ ${name}`);
}

function fieldNames({ attributes, dimensions, enrichments }: EventSchema): string[] {
  return [...attributes, ...dimensions, ...(enrichments?.fields ?? [])].map(({ name }) => name);
}
