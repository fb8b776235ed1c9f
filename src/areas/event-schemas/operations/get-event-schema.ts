import { operation } from '#platform/http/operation.ts';
import { eventSchemaNotFound } from '../problems.ts';
import { EventSchema, EventSchemaParams, EventSchemaQuery } from '../schema.ts';
import { showEventSchema } from '../show-event-schema.ts';
import { findEventSchema, findEventSchemaVersion } from '../store.ts';

export const getEventSchema = operation({
  id: 'getEventSchema',
  method: 'GET',
  route: '/event_schema/{event_schema_name}',
  scope: 'catalog:read',
  summary: 'Get the latest or a given version of an event schema, including archived ones',
  request: { params: EventSchemaParams, query: EventSchemaQuery },
  response: { status: 200, body: EventSchema },
  problems: [eventSchemaNotFound],
  async handle({ tx, org }, { params, query }) {
    const name = params.event_schema_name;
    const { version } = query;
    const row = await (version === undefined
      ? findEventSchema(tx, org, name)
      : findEventSchemaVersion(tx, org, { name, version }));
    if (!row) throw eventSchemaNotFound({ id: version === undefined ? name : `${name} version ${version}` });
    return showEventSchema(tx, org, row);
  },
});
