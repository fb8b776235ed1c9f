import { checkQuota, quotaExceeded } from '#platform/db/quotas.ts';
import { operation } from '#platform/http/operation.ts';
import { schemaNameReserved, schemaNameTaken } from '../problems.ts';
import { readDefinition } from '../read-definition.ts';
import { describeEventSchema, explainTakenName, isReservedName, newDefinition } from '../rules.ts';
import { CreateEventSchemaRequest, EventSchema } from '../schema.ts';
import { insertEventSchema, openEventSchemas } from '../store.ts';

export const createEventSchema = operation({
  id: 'createEventSchema',
  method: 'POST',
  route: '/event_schema',
  scope: 'catalog:write',
  summary: 'Create an event schema',
  description: 'The schema starts as a draft and accepts events once it is active.',
  request: { body: CreateEventSchemaRequest },
  response: { status: 201, body: EventSchema },
  problems: [schemaNameTaken, schemaNameReserved, quotaExceeded],
  async handle({ tx, org, now, deployment }, { body }) {
    const name = body.name.trim();
    if (isReservedName(name, deployment.wirePrefix)) throw schemaNameReserved({ name });
    const definition = readDefinition(newDefinition(body));
    const row = { name, version: 1, status: 'DRAFT', definition, createdAt: now, now } as const;
    const schema = await insertEventSchema(tx, org, row).catch((error) => {
      throw explainTakenName(error, name);
    });
    const { quotas } = deployment;
    await checkQuota(tx, org, { quotas, name: 'eventSchemas', rows: openEventSchemas(org) });
    return describeEventSchema(schema);
  },
});
