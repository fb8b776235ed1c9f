import { expect, it } from 'vitest';
import { publishPlan, sellFee } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const add = (name: string, order: number, computation = '1') => ({
  ...{ name, order, computation },
  action: { type: 'ADD' },
});

it('GET /ext/v1/pricing_rules: 200 with each rule of a plan once, compared with its draft', async () => {
  const client = service.production;
  const cards = [{ type: 'FIXED_FEE' as const, billableId: await sellFee(client, 'Listed') }];
  const save = (plan: string, pricingRules: object[]) =>
    client.must.put(`/v2/price_plans/${plan}/pricing_rules`, { pricingRules });
  const states = async (query = '') =>
    (await client.must.get(`/ext/v1/pricing_rules?${query}`)).data.map(
      (rule: Record<string, unknown>) =>
        `${rule.pricePlanName} v${rule.planVersion} ${rule.name} ${rule.state}`,
    );
  const plan = await publishPlan(client, { name: 'Ruled', cards });
  await save(plan, [add('Kept', 1), add('Edited', 2), add('Dropped', 3)]);
  expect(await states()).toEqual(['Ruled v2 Kept NEW', 'Ruled v2 Edited NEW', 'Ruled v2 Dropped NEW']);
  await client.must.post(`/v2/price_plans/${plan}/finalize`, {});
  expect(await states('state=IN_FORCE')).toHaveLength(3);
  await save(plan, [add('Edited', 2, '2'), add('Kept', 1), add('Added', 4)]);
  const other = await publishPlan(client, { name: 'Another', cards });
  await save(other, [add('Kept', 1)]);
  expect(await states()).toEqual([
    'Another v2 Kept NEW',
    'Ruled v3 Kept IN_FORCE',
    'Ruled v3 Edited CHANGED',
    'Ruled v2 Dropped REMOVED',
    'Ruled v3 Added NEW',
  ]);
  expect(await states(`price_plan_id=${other}`)).toEqual(['Another v2 Kept NEW']);
  expect(await states('_search=edit')).toEqual(['Ruled v3 Edited CHANGED']);
  const { data, nextToken } = await client.must.get('/ext/v1/pricing_rules?pageSize=4');
  expect(data).toHaveLength(4);
  expect(await states(`nextToken=${nextToken}`)).toEqual(['Ruled v3 Added NEW']);
  await client.must.delete(`/v2/price_plans/${plan}/discard`);
  expect(await states(`price_plan_id=${plan}`)).toEqual([
    'Ruled v2 Kept IN_FORCE',
    'Ruled v2 Edited IN_FORCE',
    'Ruled v2 Dropped IN_FORCE',
  ]);
  expect((await service.sandbox.must.get('/ext/v1/pricing_rules')).data).toEqual([]);
});
