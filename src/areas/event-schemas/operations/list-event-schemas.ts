import { operation } from '#platform/http/operation.ts';
import { describeEventSchema } from '../rules.ts';
import { EventSchemaPage } from '../schema.ts';
import { countMeters, eventSchemaList, listEventSchemaPage } from '../store.ts';

export const listEventSchemas = operation({
  id: 'listEventSchemas',
  method: 'GET',
  route: '/event_schema',
  scope: 'catalog:read',
  summary: 'List event schemas in their latest version',
  description: 'INACTIVE finds drafts too. Archived schemas are listed only when the status asks for them.',
  response: { status: 200, body: EventSchemaPage },
  list: eventSchemaList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listEventSchemaPage(tx, org, page);
    const names = rows.map(({ name }) => name);
    const counts = await countMeters(tx, org, names);
    const data = rows.map((row) => ({
      ...describeEventSchema(row),
      usageMetersCount: counts.get(row.name) ?? 0,
    }));
    return { data, nextToken };
  },
});
