import { operation } from '#platform/http/operation.ts';
import { eventSchemaNotFound } from '../problems.ts';
import { describeEventSchema } from '../rules.ts';
import { EventSchemaParams, EventSchemaVersions } from '../schema.ts';
import { listFeatureDetails, listEventSchemaVersions as listRows } from '../store.ts';

export const listEventSchemaVersions = operation({
  id: 'listEventSchemaVersions',
  method: 'GET',
  route: '/event_schema/{event_schema_name}/versions',
  scope: 'catalog:read',
  summary: 'List the versions of an event schema, newest first',
  request: { params: EventSchemaParams },
  response: { status: 200, body: EventSchemaVersions },
  problems: [eventSchemaNotFound],
  async handle({ tx, org }, { params }) {
    const name = params.event_schema_name;
    const [rows, features] = await Promise.all([
      listRows(tx, org, name),
      listFeatureDetails(tx, org, [name]),
    ]);
    if (rows.length === 0) throw eventSchemaNotFound({ id: name });
    return { data: rows.map((row) => describeEventSchema(row, features.get(name))) };
  },
});
