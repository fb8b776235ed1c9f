import { expect, it } from 'vitest';
import { type Catalog, planDetails, rule, sellCatalog } from '#test/examples/price-plans-v1.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();

/** Every rate card of the newest version, as the second version of the API lists them. */
const listCards = async (client: Client, id: string) =>
  (await client.must.get(`/v2/price_plans/${id}/rate_cards?pageSize=100`)).data;

const oneOf = (lists: Record<string, unknown[]>) =>
  Object.entries(lists).flatMap(([name, cards]) => (name.endsWith('RateCards') ? cards : []));

it('200: a plan is the same one in both versions of the API, whichever made it', async () => {
  const client = service.production;
  const catalog: Catalog = await sellCatalog(client);
  const made = {
    name: 'Made with the first',
    pricePlanDetails: planDetails(catalog),
    pricingRules: [rule()],
  };
  const { id } = await client.must.post('/price_plans', made);
  const [{ pricePlanDetails: first, pricingRules }] = (await client.must.get(`/price_plans/${id}`))
    .pricingSchedule;

  const cards = await listCards(client, id);
  const inside = cards.map(
    ({ rateCardDetails }: Record<string, object>) => Object.values(rateCardDetails ?? {})[0],
  );
  expect(inside).toEqual([...oneOf(first), first.minimumCommitment]);
  expect((await client.must.get(`/v2/price_plans/${id}/pricing_rules`)).data).toEqual(pricingRules);
  expect(await client.must.get(`/v2/price_plans/${id}`)).toMatchObject({
    ...{ version: 1, status: 'DRAFT', supportedCurrencies: ['USD'] },
    pricingCycleConfig: first.pricingCycleConfig,
  });

  // The other way round: the same cards, sent one by one.
  const { pricingCycleConfig, supportedCurrencies } = first;
  const head = { name: 'Made with the second', type: 'BILLING', pricingCycleConfig, supportedCurrencies };
  const second = (await client.must.post('/v2/price_plans', head)).id;
  const operations = cards.map(
    ({
      referenceId: _,
      referenceType,
      currencies,
      pricePlanId,
      name,
      ...rateCard
    }: Record<string, string>) => ({
      ...{ actionType: 'CREATE', rateCardName: name },
      rateCard: { ...rateCard, billableId: rateCard.billableId === id ? second : rateCard.billableId },
    }),
  );
  await client.must.post(`/v2/price_plans/${second}/rate_cards`, { operations });
  const [{ pricePlanDetails: copied }] = (await client.must.get(`/price_plans/${second}`)).pricingSchedule;
  expect(copied).toEqual(first);
});

it('200 by version; a draft after an active version is seen when requested; 404 for others', async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  const catalog = await sellCatalog(client);
  const { id } = await client.must.post('/price_plans', {
    name: 'Plan',
    pricePlanDetails: planDetails(catalog),
  });
  await client.setClock('2030-01-02T00:00:00Z');
  await client.must.post(`/v2/price_plans/${id}/finalize`, {});
  await client.must.patch(`/v2/price_plans/${id}`, { description: 'next' });
  const get = (query = '') => client.get(`/price_plans/${id}${query}`);
  const first = await get();
  expect(first.body).toMatchObject({
    status: 'ACTIVE',
    pricingSchedule: [
      {
        ...{ version: 1, startDate: '2030-01-02T00:00:00.000Z', endDate: '9999-01-01T00:00:00.000Z' },
        pricePlanDetails: { activeCurrencies: ['USD'] },
      },
    ],
  });
  expect((await get('?version=1')).body).toEqual(first.body);
  expect((await get('?version=2')).body).toMatchObject({ status: 'DRAFT', description: 'next' });
  expect(first.headers.link).toBe(`</sandbox/v2/price_plans/${id}>; rel="successor-version"`);
  await client.setClock('2030-01-03T00:00:00Z');
  await client.must.post(`/v2/price_plans/${id}/finalize`, {});
  const { startDate, endDate } = (await get('?version=1')).body.pricingSchedule[0];
  expect([startDate, endDate]).toEqual(['2030-01-02T00:00:00.000Z', '2030-01-03T00:00:00.000Z']);

  expect((await get('?version=3')).body.message).toBe(`price plan version ${id} 3 not found`);
  expect((await get('?version=0')).status).toBe(400);
  expect((await get('?version=2147483648')).status).toBe(400);
  expect((await client.get('/price_plans/pp.x')).body.message).toBe('price plan pp.x not found');
  expect((await service.production.get(`/price_plans/${id}`)).status).toBe(404);
});
