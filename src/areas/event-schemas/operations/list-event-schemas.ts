import { operation } from '#platform/http/operation.ts';
import { describeEventSchema } from '../rules.ts';
import { EventSchemaPage } from '../schema.ts';
import { countMeters, eventSchemaList, listEventSchemaPage, listFeatureDetails } from '../store.ts';

export const listEventSchemas = operation({
  id: 'listEventSchemas',
  method: 'GET',
  route: '/event_schema',
  scope: 'catalog:read',
  summary: 'List the latest versions of event schemas',
  description: 'INACTIVE includes drafts. Archived schemas are listed only if the status selects them.',
  response: { status: 200, body: EventSchemaPage },
  list: eventSchemaList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listEventSchemaPage(tx, org, page);
    const names = rows.map(({ name }) => name);
    const [counts, features] = await Promise.all([
      countMeters(tx, org, names),
      listFeatureDetails(tx, org, names),
    ]);
    const data = rows.map((row) => ({
      ...describeEventSchema(row, features.get(row.name)),
      usageMetersCount: counts.get(row.name) ?? 0,
    }));
    return { data, nextToken };
  },
});
