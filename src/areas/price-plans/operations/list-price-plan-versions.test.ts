import { describe, expect, it } from 'vitest';
import { publishPlan, sellFee } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('GET /v2/price_plans/{price_plan_id}/versions', () => {
  it('200, newest first, page by page; 404 for an unknown plan', async () => {
    const client = service.production;
    const billableId = await sellFee(client, 'Base');
    const id = await publishPlan(client, { name: 'Pro', cards: [{ type: 'FIXED_FEE', billableId }] });
    for (const description of ['second', 'third']) {
      await client.must.patch(`/v2/price_plans/${id}`, { description });
      await client.must.post(`/v2/price_plans/${id}/finalize`);
    }
    const first = await client.must.get(`/v2/price_plans/${id}/versions?pageSize=2`);
    expect(first.data).toMatchObject([
      { version: 3, description: 'third', status: 'ACTIVE' },
      { version: 2, description: 'second', status: 'ACTIVE' },
    ]);
    const second = await client.must.get(`/v2/price_plans/${id}/versions?nextToken=${first.nextToken}`);
    expect(second).toMatchObject({ data: [{ version: 1 }], nextToken: null });
    expect((await client.get('/v2/price_plans/pp.x/versions')).status).toBe(404);
  });
});
