import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import {
  eventSchemaNotFound,
  schemaArchived,
  schemaHasActiveMeters,
  schemaStillActive,
} from '../problems.ts';
import { EventSchemaParams } from '../schema.ts';
import { hasActiveMeter, lockEventSchema, updateEventSchema } from '../store.ts';

export const archiveEventSchema = operation({
  id: 'archiveEventSchema',
  method: 'DELETE',
  route: '/event_schema/{event_schema_name}',
  scope: 'catalog:write',
  summary: 'Archive an event schema that is not active',
  description: 'Permanent: the name stays reserved, and all versions stay readable.',
  request: { params: EventSchemaParams },
  response: { status: 200, body: Success },
  problems: [eventSchemaNotFound, schemaArchived, schemaStillActive, schemaHasActiveMeters],
  deletes: 'event_schema',
  async handle({ tx, org, now }, { params }) {
    const name = params.event_schema_name;
    const row = await lockEventSchema(tx, org, name);
    if (!row) throw eventSchemaNotFound({ id: name });
    if (row.status === 'ARCHIVED') throw schemaArchived({ name });
    if (await hasActiveMeter(tx, org, name)) throw schemaHasActiveMeters({ name });
    if (row.status === 'ACTIVE') throw schemaStillActive({ name });
    await updateEventSchema(tx, org, { name, now, set: { status: 'ARCHIVED' } });
    return { success: true };
  },
});
