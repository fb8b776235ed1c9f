import { operation } from '#platform/http/operation.ts';
import { checkGrowth, isSame } from '../check-growth.ts';
import { eventSchemaNotFound, schemaArchived, schemaFieldChanged, schemaFieldRemoved } from '../problems.ts';
import { readDefinition } from '../read-definition.ts';
import { changedDefinition, describeEventSchema, storedDefinition } from '../rules.ts';
import { EventSchema, EventSchemaParams, UpdateEventSchemaRequest } from '../schema.ts';
import {
  closeLatestVersion,
  insertEventSchema,
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
    'Lists are sent in full. A draft may change freely. A schema that was active can only gain fields; ' +
    'each change makes a new version, and the old one is archived.',
  request: { params: EventSchemaParams, body: UpdateEventSchemaRequest },
  response: { status: 200, body: EventSchema },
  problems: [eventSchemaNotFound, schemaArchived, schemaFieldRemoved, schemaFieldChanged],
  async handle({ tx, org, now }, { params, body }) {
    const name = params.event_schema_name;
    const row = await lockEventSchema(tx, org, name);
    if (!row) throw eventSchemaNotFound({ id: name });
    if (row.status === 'ARCHIVED') throw schemaArchived({ name });
    const definition = readDefinition(changedDefinition(row, body));
    if (row.status === 'DRAFT')
      return describeEventSchema(await updateRow(tx, org, { name, now, set: { definition } }));
    const current = readDefinition(storedDefinition(row));
    checkGrowth(current, definition);
    // A repeated request asks for what is there already, so it makes no version.
    if (isSame(current, definition)) return describeEventSchema(row);
    await closeLatestVersion(tx, org, name);
    const { status, createdAt } = row;
    const version = row.version + 1;
    return describeEventSchema(
      await insertEventSchema(tx, org, { name, version, status, definition, createdAt, now }),
    );
  },
});
