import { operation } from '#platform/http/operation.ts';
import { planReprocessing } from '../plan-reprocessing.ts';
import { eventSchemaNotFound, schemaAlreadyActive, schemaArchived } from '../problems.ts';
import { EventSchema, EventSchemaParams } from '../schema.ts';
import { showEventSchema } from '../show-event-schema.ts';
import { lockEventSchema, updateEventSchema } from '../store.ts';

export const activateEventSchema = operation({
  id: 'activateEventSchema',
  method: 'POST',
  route: '/event_schema/{event_schema_name}/activate',
  scope: 'catalog:write',
  summary: 'Activate an event schema',
  description:
    'Starts processing its events; from then on it can only gain fields. Also processes events of the ' +
    'last 45 days that arrived before activation.',
  request: { params: EventSchemaParams },
  response: { status: 200, body: EventSchema },
  problems: [eventSchemaNotFound, schemaArchived, schemaAlreadyActive],
  async handle({ tx, org, now }, { params }) {
    const name = params.event_schema_name;
    // All logic was parsed when it was saved, so every existing schema can be activated.
    const row = await lockEventSchema(tx, org, name);
    if (!row) throw eventSchemaNotFound({ id: name });
    if (row.status === 'ARCHIVED') throw schemaArchived({ name });
    if (row.status === 'ACTIVE') throw schemaAlreadyActive({ name });
    const activated = await updateEventSchema(tx, org, { name, now, set: { status: 'ACTIVE' } });
    await planReprocessing(tx, org, { schemaName: name, now });
    return showEventSchema(tx, org, activated);
  },
});
