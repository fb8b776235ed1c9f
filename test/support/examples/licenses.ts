import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import type { Client } from '../running-app.ts';

const effectiveFrom = '2030-01-01T00:00:00Z';

export const licenseExamples: Record<string, (world: World) => ExampleRequest> = {
  createLicenseUpdate: ({ ids }) => ({
    body: {
      ...{ licenseId: ids.license_id, accountId: ids.account_id, updateType: 'RELATIVE', quantity: 1.5 },
      ...{ effectiveFrom, idempotencyKey: 'seats-1', metadata: { order: '17' } },
    },
  }),
  updateLicenseUpdate: ({ ids }) => ({
    query: `licenseId=${ids.license_id}`,
    body: { accountId: ids.account_id, effectiveFrom, metadata: { order: '18' } },
  }),
};

/** An add-on of which the account has ten; the id of the add-on. */
export async function grantLicenses(client: Client, accountId: string): Promise<string> {
  const { id } = await client.must.post('/addons', { name: 'Desk', type: 'LICENSE' });
  const change = { licenseId: id, accountId, updateType: 'ABSOLUTE', quantity: 10, effectiveFrom };
  await client.must.post('/license_updates', change);
  return id;
}

/** The nth name becomes active, for an add-on that is made with the first. */
export async function nameSomebody({ client, ids }: World, n: number): Promise<void> {
  ids.named_license_id ??= (await client.must.post('/addons', { name: 'Login', type: 'NAMED_LICENSE' })).id;
  const event = {
    ...{ id: `name-${n}`, schemaName: 'platform-named-license', accountId: ids.account_id },
    timestamp: '2030-01-01T00:00:00Z',
    attributes: [{ name: 'action', value: '1' }],
    dimensions: { license_id: ids.named_license_id, name: `name ${n}` },
  };
  await client.must.post('/ingest', { event });
}
