import type { Tx } from '#platform/db/database.ts';
import { type Org, operation } from '#platform/http/operation.ts';
import { checkGrowth, isSame } from '../check-growth.ts';
import {
  eventSchemaNotFound,
  schemaArchived,
  schemaAttributeInUse,
  schemaFieldChanged,
  schemaFieldRemoved,
} from '../problems.ts';
import { type Definition, readDefinition } from '../read-definition.ts';
import { changedDefinition, hasAttribute, storedDefinition } from '../rules.ts';
import { EventSchema, EventSchemaParams, UpdateEventSchemaRequest } from '../schema.ts';
import { showEventSchema } from '../show-event-schema.ts';
import {
  closeLatestVersion,
  insertEventSchema,
  listFeatureDetails,
  lockEventSchema,
  updateEventSchema as updateRow,
} from '../store.ts';

export const updateEventSchema = operation({
  id: 'updateEventSchema',
  method: 'PATCH',
  route: '/event_schema/{event_schema_name}',
  scope: 'catalog:write',
  summary: 'Change an event schema',
  description:
    'Sent lists replace stored ones. Drafts may change freely, except an attribute that a feature uses. ' +
    'A schema that was active can only gain fields; ' +
    'each change creates a new version and archives the old one.',
  request: { params: EventSchemaParams, body: UpdateEventSchemaRequest },
  response: { status: 200, body: EventSchema },
  problems: [
    ...[eventSchemaNotFound, schemaArchived, schemaAttributeInUse],
    ...[schemaFieldRemoved, schemaFieldChanged],
  ],
  async handle({ tx, org, now }, { params, body }) {
    const name = params.event_schema_name;
    const row = await lockEventSchema(tx, org, name);
    if (!row) throw eventSchemaNotFound({ id: name });
    if (row.status === 'ARCHIVED') throw schemaArchived({ name });
    const definition = readDefinition(changedDefinition(row, body));
    if (row.status === 'DRAFT') {
      await checkFeature(tx, org, { name, definition });
      return showEventSchema(tx, org, await updateRow(tx, org, { name, now, set: { definition } }));
    }
    const current = readDefinition(storedDefinition(row));
    checkGrowth(current, definition);
    // A repeated request changes nothing, so it creates no version.
    if (isSame(current, definition)) return showEventSchema(tx, org, row);
    await closeLatestVersion(tx, org, name);
    const { status, createdAt } = row;
    const version = row.version + 1;
    const next = { name, version, status, definition, createdAt, now };
    return showEventSchema(tx, org, await insertEventSchema(tx, org, next));
  },
});

/** Associating a feature takes a shared lock on the schema, so none is associated after the check. */
async function checkFeature(
  tx: Tx,
  org: Org,
  { name, definition }: { name: string; definition: Definition },
): Promise<void> {
  const feature = (await listFeatureDetails(tx, org, [name])).get(name);
  if (feature && !hasAttribute(definition, feature.attributeName)) throw schemaAttributeInUse(feature);
}
