import { operation } from '#platform/http/operation.ts';
import { eventSchemaNotFound } from '../problems.ts';
import { describeEventSchema } from '../rules.ts';
import { EventSchemaParams, EventSchemaVersions } from '../schema.ts';
import { listEventSchemaVersions as listRows } from '../store.ts';

export const listEventSchemaVersions = operation({
  id: 'listEventSchemaVersions',
  method: 'GET',
  route: '/event_schema/{event_schema_name}/versions',
  scope: 'catalog:read',
  summary: 'List the versions of an event schema, the newest first',
  request: { params: EventSchemaParams },
  response: { status: 200, body: EventSchemaVersions },
  problems: [eventSchemaNotFound],
  async handle({ tx, org }, { params }) {
    const rows = await listRows(tx, org, params.event_schema_name);
    if (rows.length === 0) throw eventSchemaNotFound({ id: params.event_schema_name });
    return { data: rows.map(describeEventSchema) };
  },
});
