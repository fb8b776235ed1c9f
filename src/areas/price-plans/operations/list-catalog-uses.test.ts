import { expect, it } from 'vitest';
import { editTimeline, openAccount, publishPlan, sellUsage } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

it('GET /ext/v1/catalog_uses: 200 with meters, rate cards and schedules', async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-15T00:00:00Z');
  const meter = await sellUsage(client, 'used');
  const cards = [
    { type: 'USAGE' as const, billableId: meter, usage: { model: 'TIERED' as const, slabs: [{ rate: 1 }] } },
  ];
  const plan = await publishPlan(client, { name: 'Using', cards });
  const uses = (query: string) => client.must.get(`/ext/v1/catalog_uses?${query}`);
  const use = { pricePlanId: plan, name: 'Using', version: 1, status: 'ACTIVE', billableId: meter };
  expect(await uses(`type=USAGE_METER&id=${meter}`)).toMatchObject({
    ...{ usageMeters: [], features: [], pricePlans: [use], schedules: 0, isCut: false },
  });
  await openAccount(client, 'using');
  await editTimeline(client, 'using', [{ planId: plan, from: '2030-01-01' }]);
  await client.must.patch(`/v2/price_plans/${plan}`, { description: 'next' });
  const { eventSchema } = await client.must.get(`/usage_meters/${meter}?includeSchema=true`);
  // The draft has the card, too; the version that it replaces counts until then.
  expect(await uses(`type=EVENT_SCHEMA&id=${eventSchema.name}`)).toMatchObject({
    usageMeters: [{ id: meter, name: 'used' }],
    pricePlans: [{ ...use, version: 2, status: 'DRAFT' }, use],
    schedules: 1,
  });
  expect(await uses('type=ADD_ON&id=none')).toMatchObject({ pricePlans: [], schedules: 0 });
  expect(
    await service.production.must.get(`/ext/v1/catalog_uses?type=USAGE_METER&id=${meter}`),
  ).toMatchObject({
    pricePlans: [],
  });
});
