import { operation } from '#platform/http/operation.ts';
import { eventSchemaNotFound, schemaArchived, schemaHasActiveMeters, schemaNotActive } from '../problems.ts';
import { EventSchema, EventSchemaParams } from '../schema.ts';
import { showEventSchema } from '../show-event-schema.ts';
import { hasActiveMeter, lockEventSchema, updateEventSchema } from '../store.ts';

export const deactivateEventSchema = operation({
  id: 'deactivateEventSchema',
  method: 'POST',
  route: '/event_schema/{event_schema_name}/deactivate',
  scope: 'catalog:write',
  summary: 'Deactivate an event schema without active usage meters',
  request: { params: EventSchemaParams },
  response: { status: 200, body: EventSchema },
  problems: [eventSchemaNotFound, schemaArchived, schemaNotActive, schemaHasActiveMeters],
  async handle({ tx, org, now }, { params }) {
    const name = params.event_schema_name;
    // Activating a meter takes a shared lock on its schema, so none becomes active after the check.
    const row = await lockEventSchema(tx, org, name);
    if (!row) throw eventSchemaNotFound({ id: name });
    if (row.status === 'ARCHIVED') throw schemaArchived({ name });
    if (row.status !== 'ACTIVE') throw schemaNotActive({ name, status: row.status });
    if (await hasActiveMeter(tx, org, name)) throw schemaHasActiveMeters({ name });
    return showEventSchema(
      tx,
      org,
      await updateEventSchema(tx, org, { name, now, set: { status: 'INACTIVE' } }),
    );
  },
});
