import { beforeAll, describe, expect, it } from 'vitest';
import { publishPlan, sellFee } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let id: string;

beforeAll(async () => {
  const client = service.production;
  const billableId = await sellFee(client, 'Base');
  id = await publishPlan(client, { name: 'Pro', cards: [{ type: 'FIXED_FEE', billableId }] });
  await client.must.patch(`/v2/price_plans/${id}`, { description: 'next' });
});

const get = (query: string, plan = id) => service.production.get(`/v2/price_plans/${plan}${query}`);

describe('GET /v2/price_plans/{price_plan_id}', () => {
  it.each([
    ['', 2, 'DRAFT'],
    ['?version=LATEST', 2, 'DRAFT'],
    ['?version=ACTIVE', 1, 'ACTIVE'],
    ['?version=1', 1, 'ACTIVE'],
    ['?version=2', 2, 'DRAFT'],
  ])('200 for %s', async (query, version, status) => {
    expect((await get(query)).body).toMatchObject({ version, status });
  });

  it('404 for an unknown version, an unknown plan and one of the other environment', async () => {
    const missing = await get('?version=3');
    expect([missing.status, missing.body.message]).toEqual([404, `price plan version ${id} 3 not found`]);
    expect((await get('', 'pp.x')).body.message).toBe('price plan pp.x not found');
    expect((await service.sandbox.get(`/v2/price_plans/${id}`)).status).toBe(404);
  });

  it.each(['0', 'latest', '1.5', '-1', '12345678901', '99999999999999999999'])(
    '400 for version %s',
    async (version) => {
      expect((await get(`?version=${version}`)).status).toBe(400);
    },
  );

  it('404 for a version beyond what is stored', async () => {
    expect((await get('?version=999999999')).status).toBe(404);
  });
});
