import { beforeAll, describe, expect, it } from 'vitest';
import { publishPlan, sellFee } from '#test/billing-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;

beforeAll(async () => {
  client = service.sandbox;
  const billableId = await sellFee(client, 'Base');
  const cards = [{ type: 'FIXED_FEE' as const, billableId }];
  for (const [index, name] of ['Alpha', 'Beta', 'Gamma'].entries()) {
    await client.setClock(`2030-01-0${index + 1}T00:00:00Z`);
    const id = await publishPlan(client, { name, cards });
    if (name === 'Alpha') await client.must.patch(`/v2/price_plans/${id}`, { description: 'next' });
  }
  await client.must.post('/v2/price_plans', { name: 'Once', type: 'PURCHASE', supportedCurrencies: ['USD'] });
});

const names = async (query: string) =>
  (await client.must.get(`/v2/price_plans?${query}`)).data.map(
    (plan: { name: string; version: number }) => `${plan.name} ${plan.version}`,
  );

describe('GET /v2/price_plans', () => {
  it.each([
    //  query                             name and newest version, latest change first
    ['type=BILLING', ['Gamma 1', 'Beta 1', 'Alpha 2']],
    ['status=ACTIVE', ['Gamma 1', 'Beta 1']],
    ['type=PURCHASE&status=DRAFT', ['Once 1']],
    ['_search=name:bet', ['Beta 1']],
    ['_search=next', ['Alpha 2']],
    ['type=BILLING&_sort=updated_at:ASC', ['Alpha 2', 'Beta 1', 'Gamma 1']],
  ])('200 for ?%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('200 page by page', async () => {
    const first = await client.must.get('/v2/price_plans?pageSize=3');
    const second = await client.must.get(`/v2/price_plans?nextToken=${first.nextToken}`);
    expect(first.data).toHaveLength(3);
    expect(second).toMatchObject({ data: [{ name: 'Alpha' }], nextToken: null });
  });

  it.each(['pageSize=101', 'type=OTHER', '_sort=name', 'nextToken=x'])('400 for ?%s', async (query) => {
    expect((await client.get(`/v2/price_plans?${query}`)).status).toBe(400);
  });
});
