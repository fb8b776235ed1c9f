import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import type { Client } from '../running-app.ts';

export const featureExamples: Record<string, (world: World) => ExampleRequest> = {
  createFeature: ({ ids }) => ({
    body: {
      ...{ name: 'Export', billableName: 'Data export' },
      schemaAssociations: [{ schemaName: ids.event_schema_name, attributeName: 'amount' }],
    },
  }),
  updateFeature: ({ ids }) => ({
    body: {
      ...{ name: 'Renamed', billableName: 'Billed' },
      schemaAssociations: [{ schemaName: ids.event_schema_name, attributeName: 'amount' }],
    },
  }),
};

/** A feature that no event uses yet, so that an example may associate the schema of the world. */
export async function sellFeature(client: Client): Promise<string> {
  return (await client.must.post('/features', { name: 'Talk time', schemaAssociations: [] })).id;
}
