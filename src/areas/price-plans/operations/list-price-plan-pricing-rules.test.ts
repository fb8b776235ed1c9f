import { expect, it } from 'vitest';
import { publishPlan, sellFee } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

it('GET /v2/price_plans/{price_plan_id}/pricing_rules: 200 for the version requested', async () => {
  const client = service.production;
  const cards = [{ type: 'FIXED_FEE' as const, billableId: await sellFee(client, 'Base') }];
  const plan = await publishPlan(client, { name: 'Pro', cards });
  const rule = { name: 'Base', order: 1, computation: '10', action: { type: 'ADD' } };
  const { data } = await client.must.put(`/v2/price_plans/${plan}/pricing_rules`, { pricingRules: [rule] });
  const list = async (query: string) =>
    (await client.must.get(`/v2/price_plans/${plan}/pricing_rules${query}`)).data;
  expect(await list('')).toEqual(data);
  expect(await list('?version=LATEST')).toEqual(data);
  expect(await list('?version=2')).toEqual(data);
  expect(await list('?version=ACTIVE')).toEqual([]);
  const statuses = ['?version=3', '?version=newest', '?version=0'].map(
    async (query) => (await client.get(`/v2/price_plans/${plan}/pricing_rules${query}`)).status,
  );
  expect(await Promise.all(statuses)).toEqual([404, 400, 400]);
  expect((await client.get('/v2/price_plans/pp.x/pricing_rules')).status).toBe(404);
});
