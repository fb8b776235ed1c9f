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

/** A feature without events, so that an example may associate the schema of the world. */
export async function sellFeature(client: Client): Promise<string> {
  return (await client.must.post('/features', { name: 'Talk time', schemaAssociations: [] })).id;
}

const prices = {
  ratePlan: {
    pricingModel: 'VOLUME',
    slabs: [
      { order: 1, startAfter: 0, priceType: 'FLAT' },
      { order: 2, startAfter: 100, priceType: 'PER_UNIT' },
    ],
  },
  rateValues: [
    {
      currency: 'USD',
      slabRates: [
        { order: 1, rate: 0 },
        { order: 2, rate: 0.05, slabRateConfig: { minimumRate: '1', maximumRate: '50' } },
      ],
      rateConfig: { maximumRate: '100' },
    },
  ],
};

/** A card of a feature with every possible member. */
export function featureCard(
  type: 'BILLING_ENTITLEMENT' | 'ENTITLEMENT_OVERAGE',
  feature: string | undefined,
) {
  const featureConfigs = [
    { effectiveFrom: 'P7D', effectiveUntil: 'P1M', featureCreditLimit: 100 },
    { effectiveUntil: 'P99Y', featureCreditLimit: 0.5 },
  ];
  const recurrenceConfig = { interval: 3, offset: 1 };
  const billingConfig = { interval: 2, startOffset: 1 };
  return {
    ...{ billableId: feature, type, tag: 'talk', displayName: 'Talk', invoiceTiming: 'IN_ARREARS' },
    rateCardDetails:
      type === 'BILLING_ENTITLEMENT'
        ? { billingEntitlementRateCard: { featureConfigs, recurrenceConfig, ...prices } }
        : { entitlementOverageRateCard: { maxQuantity: 500, billingConfig, ...prices } },
  };
}
