import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import type { Client } from '../running-app.ts';

/** Sends an event whose region no meter covers; creates the schema and the meter for the first one. */
export async function sendUncovered(
  client: Client,
  { accountId, region, at }: { accountId: string; region: string; at: string },
): Promise<void> {
  const schemaName = 'uncovered';
  const { status } = await client.get(`/event_schema/${schemaName}`);
  if (status === 404) await meterOneRegion(client, schemaName);
  await client.must.post('/ingest', {
    event: {
      ...{ schemaName, id: `uncovered ${region}`, timestamp: at, accountId },
      ...{ attributes: [], dimensions: { region } },
    },
  });
}

async function meterOneRegion(client: Client, name: string): Promise<void> {
  const dimensions = [{ name: 'region' }];
  await client.must.post('/event_schema', { name, attributes: [], dimensions, filterFields: ['region'] });
  await client.must.post(`/event_schema/${name}/activate`);
  const { id } = await client.must.post('/usage_meters', {
    ...{ name, type: 'COUNTER', aggregation: 'COUNT', eventSchemaName: name },
    ...{ filters: [{ field: 'region', value: 'covered' }], computations: [{ computation: '1', order: 1 }] },
  });
  await client.must.post(`/usage_meters/${id}/activate`);
}

export const eventExamples: Record<string, (world: World) => ExampleRequest> = {
  previewUsageMeter: ({ ids }) => ({
    body: {
      ...{ aggregation: 'SUM', eventSchemaName: ids.event_schema_name },
      filters: [{ field: 'region', value: 'eu-central' }],
      computations: [
        {
          id: 'all',
          order: 1,
          matcher: { '>': [{ var: 'attributes.amount' }, 0] },
          computation: { var: 'attributes.amount' },
        },
      ],
    },
  }),
};
