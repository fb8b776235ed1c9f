import { beforeAll, expect, it } from 'vitest';
import { openAccount, sellMeteredFeature } from '#test/billing-scenario.ts';
import { buy, publishBundle } from '#test/purchase-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

const service = useService();
let plan: string;
let purchase: Reply['body'];
let calls: string;

beforeAll(async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-10T09:00:00Z');
  await openAccount(client, 'a1');
  calls = await sellMeteredFeature(client, 'Calls');
  const windows = [
    { until: 'P1M', limit: 10 },
    { from: 'P1M', until: 'P2M', limit: 20 },
  ];
  plan = await publishBundle(client, { name: 'Free', features: { [calls]: { rate: 0, windows } } });
  purchase = await buy(client, 'a1', { pricePlanId: plan });
});

it('200 with the plan that was bought, and what is left of each entry', async () => {
  const client = service.sandbox;
  const entry = encodeURIComponent(`${purchase.id}#0$PURCHASE`);
  await client.must.post(`/accounts/a1/features/${calls}/entries/${entry}/void`);
  const { purchasePlan, features } = await client.must.get(`/purchases/${purchase.id}`);
  expect(purchasePlan).toMatchObject({
    ...{ type: 'PURCHASE', supportedCurrencies: ['USD'], fixedFeeRateCards: [], creditGrantRateCards: [] },
    billingEntitlementRateCards: [{ featureId: calls, featureConfigs: [{}, { featureCreditLimit: 20 }] }],
  });
  expect(features).toMatchObject([
    { id: calls, name: 'Calls', creditsGranted: 10, creditsAvailable: 0 },
    { id: calls, creditsGranted: 20, creditsAvailable: 20, effectiveFrom: '2030-02-10T09:00:00.000Z' },
  ]);
});

it('404 for a proposal that nobody has approved, and for nothing', async () => {
  const terms = { type: 'ENTITLEMENT_GRANT', pricePlanId: plan, paymentMode: 'PREPAID' };
  const { id } = await service.sandbox.must.post('/accounts/a1/purchase_proposals', terms);
  for (const unknown of [id, 'purchase.none']) {
    const { status, body } = await service.sandbox.get(`/purchases/${unknown}`);
    expect([status, body.message]).toEqual([404, `purchase ${unknown} not found`]);
  }
});
