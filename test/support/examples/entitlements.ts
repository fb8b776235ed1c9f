import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import { grantCredits } from '../granted-credits.ts';
import type { Service } from '../running-app.ts';

export const entitlementExamples: Record<string, (world: World) => ExampleRequest> = {
  checkEntitlement: () => ({ body: { value: 'true' } }),
  updateFeatureCreditEntry: () => ({ body: { granted: 50.5, effectiveUntil: '2031-01-01T00:00:00Z' } }),
  ingestEntitledEvent: ({ client, ids }) => ({
    // Events of the world use the feature that has credits.
    prepare: () =>
      client.must.patch(`/features/${ids.feature_id}`, {
        schemaAssociations: [{ schemaName: ids.event_schema_name, attributeName: 'amount' }],
      }),
    body: {
      event: {
        ...{ id: 'asked', schemaName: ids.event_schema_name, accountId: ids.account_id },
        ...{ timestamp: '2030-01-01T00:00:00Z', dimensions: { region: 'north' } },
        attributes: [{ name: 'amount', value: '1.5', unit: 'Minutes' }],
      },
    },
  }),
};

/** Credits as granted by a purchase; only the service itself creates them. */
export async function grantEntry(
  service: Service,
  owner: { organization: string; accountId: string; featureId: string },
): Promise<string> {
  const { organization, ...wallet } = owner;
  const id = `purchase-${owner.accountId}#1$PURCHASE`;
  const entry = { ...wallet, granted: '20' };
  await grantCredits(
    service,
    [
      { ...entry, id: id.replace('#1', '#2') },
      { ...entry, id },
    ],
    organization,
  );
  return id;
}
