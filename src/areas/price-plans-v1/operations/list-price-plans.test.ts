import { beforeAll, describe, expect, it } from 'vitest';
import { monthly, planDetails, sellCatalog } from '#test/examples/price-plans-v1.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let meter: string;

beforeAll(async () => {
  client = service.sandbox;
  const catalog = await sellCatalog(client);
  meter = catalog.meter;
  const pricePlanDetails = planDetails(catalog);
  const bare = { supportedCurrencies: ['USD'] };
  const plans = [
    { name: 'Alpha', description: 'the first', pricePlanDetails },
    { name: 'Beta', pricePlanDetails: { ...bare, pricingCycleConfig: monthly } },
    { name: 'Gamma', pricePlanDetails: { ...bare, pricingCycleConfig: monthly } },
    { name: 'Once', type: 'PURCHASE', pricePlanDetails: bare },
  ];
  const ids: Record<string, string> = {};
  for (const [index, plan] of plans.entries()) {
    await client.setClock(`2030-01-0${index + 1}T00:00:00Z`);
    ids[plan.name] = (await client.must.post('/price_plans', plan)).id;
  }
  for (const name of ['Alpha', 'Beta', 'Once'])
    await client.must.post(`/price_plans/${ids[name]}/activate`, { currencies: ['USD'] });
  await client.must.delete(`/price_plans/${ids.Beta}`);
  await client.setClock('2030-01-10T00:00:00Z');
  await client.must.patch(`/price_plans/${ids.Alpha}`, { description: 'the first, changed' });
  await client.must.patch(`/v2/price_plans/${ids.Alpha}`, { description: 'not yet' });
});

const list = async (query = '') => client.must.get(`/price_plans${query}`);

describe('GET /price_plans', () => {
  it.each([
    // Once was created and changed on the 4th, Beta only changed then; Alpha was changed again on the 10th.
    ['', 'Alpha 2 ACTIVE, Once 1 ACTIVE, Beta 1 ARCHIVED, Gamma 1 DRAFT'],
    ['?status=ACTIVE', 'Alpha 2 ACTIVE, Once 1 ACTIVE'],
    ['?status=ARCHIVED', 'Beta 1 ARCHIVED'],
    ['?type=PURCHASE', 'Once 1 ACTIVE'],
    ['?type=ENTITLEMENT', 'Once 1 ACTIVE'],
    ['?type=BILLING&status=ACTIVE', 'Alpha 2 ACTIVE'],
    ['?_search=changed', 'Alpha 2 ACTIVE'],
    ['?_search=name:gam', 'Gamma 1 DRAFT'],
    ['?_sort=updated_at:ASC&pageSize=1', 'Gamma 1 DRAFT'],
  ])('200 for %s', async (query, expected) => {
    const { data } = await list(query);
    const lines = data.map((plan: Record<string, string>) => `${plan.name} ${plan.version} ${plan.status}`);
    expect(lines.join(', ')).toBe(expected);
  });

  it('200 with cards and meters, page by page', async () => {
    const page = await list('?pageSize=1');
    expect(page.data[0]).toMatchObject({
      ...{ name: 'Alpha', usageMeters: [meter], createdAt: '2030-01-01T00:00:00.000Z' },
      updatedAt: '2030-01-10T00:00:00.000Z',
      pricePlanDetails: { activeCurrencies: ['USD'], usageRateCards: [{ usageMeterId: meter }] },
    });
    const next = await list(`?nextToken=${encodeURIComponent(page.nextToken)}`);
    expect(next.data[0]).toMatchObject({ name: 'Once', usageMeters: [], pricingRules: [] });
  });

  it.each(['?status=DRAFT', '?type=OTHER', '?_sort=name', '?pageSize=101'])('400 for %s', async (query) => {
    expect((await client.get(`/price_plans${query}`)).status).toBe(400);
  });
});
