import { insertAddOn } from '#areas/add-ons/store.ts';
import { recordMarks } from '#areas/licenses/index.ts';
import { newId, newTimeUuid } from '#platform/ids.ts';
import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import { asSandbox } from '../metering-scenario.ts';
import type { Client, Service } from '../running-app.ts';

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

/** An add-on of which the account has ten, and a name of another; returns the id of the first. */
export async function grantLicenses(
  service: Service,
  client: Client,
  { organization, accountId }: { organization: string; accountId: string },
): Promise<string> {
  await keepName(service, { organization, accountId });
  const { id } = await client.must.post('/addons', { name: 'Desk', type: 'LICENSE' });
  const change = { licenseId: id, accountId, updateType: 'ABSOLUTE', quantity: 10, effectiveFrom };
  await client.must.post('/license_updates', change);
  return id;
}

/** The same result as an event, in one transaction. */
async function keepName(
  service: Service,
  { organization, accountId }: { organization: string; accountId: string },
): Promise<void> {
  const now = Temporal.Instant.from(effectiveFrom);
  const licenseId = newId('addon', now);
  const addOn = { id: licenseId, name: 'Login', type: 'NAMED_LICENSE', status: 'ACTIVE' } as const;
  const mark = { accountId, licenseId, name: 'ann', at: now, action: 'OPEN' } as const;
  await asSandbox(
    service,
    async (tx, org) => {
      const dates = { createdAt: now, updatedAt: now };
      await insertAddOn(tx, { orgId: org.orgId, ...addOn, billableName: null, ...dates });
      await recordMarks({ tx, org, now }, [{ ...mark, referenceId: newTimeUuid(now) }]);
    },
    organization,
  );
}

/** Activates the nth name, for an add-on that the first call creates. */
export async function nameSomebody({ client, ids }: World, n: number): Promise<void> {
  ids.named_license_id ??= (await client.must.post('/addons', { name: 'Console', type: 'NAMED_LICENSE' })).id;
  const event = {
    ...{ id: `name-${n}`, schemaName: 'platform-named-license', accountId: ids.account_id },
    timestamp: '2030-01-01T00:00:00Z',
    attributes: [{ name: 'action', value: '1' }],
    dimensions: { license_id: ids.named_license_id, name: `name ${n}` },
  };
  await client.must.post('/ingest', { event });
}
