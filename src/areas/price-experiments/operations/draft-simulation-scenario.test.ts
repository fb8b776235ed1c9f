import { beforeAll, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';
import { makeSimulated } from '#test/simulation-scenario.ts';

const service = useService();
let [path, planId]: [string, string] = ['', ''];

beforeAll(async () => {
  ({ path, planId } = await makeSimulated(service));
});

it('200, and the draft of the plan has the changed prices; 404 for a scenario that is missing', async () => {
  const { status, body } = await service.sandbox.post(`${path}/scenarios/A/draft`);
  expect([status, body]).toEqual([200, { pricePlanId: planId, version: 2 }]);
  const { data } = await service.sandbox.must.get(`/v2/price_plans/${planId}/rate_cards`);
  const fee = { rateValues: [{ currency: 'USD', rate: 11 }] };
  expect(data).toMatchObject([{ rateCardDetails: { fixedFeeRateCard: fee } }]);
  const active = await service.sandbox.must.get(`/v2/price_plans/${planId}/rate_cards?version=ACTIVE`);
  expect(active.data[0].rateCardDetails.fixedFeeRateCard.rateValues[0].rate).toBe(10);
  for (const unknown of [`${path}/scenarios/B/draft`, '/ext/v1/simulations/sim.none/scenarios/A/draft'])
    expect((await service.sandbox.post(unknown)).status).toBe(404);
});

it('200, and whoever read the draft before gets 409 for an edit, even at the same instant', async () => {
  const { must } = service.sandbox;
  await must.post(`${path}/scenarios/A/draft`);
  const { updatedAt: expectedUpdatedAt } = await must.get(`/v2/price_plans/${planId}`);
  const { data } = await must.get(`/v2/price_plans/${planId}/rate_cards`);
  await must.post(`${path}/scenarios/A/draft`);
  const edit = { operations: [{ actionType: 'DELETE', rateCardName: data[0].name }], expectedUpdatedAt };
  const { status } = await service.sandbox.post(`/v2/price_plans/${planId}/rate_cards`, edit);
  expect(status).toBe(409);
});
