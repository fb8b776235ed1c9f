import { describe, expect, it } from 'vitest';
import { publishPlan, sellFee } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('DELETE /v2/price_plans/{price_plan_id}/discard', () => {
  it('200, and the active version is the newest again', async () => {
    const client = service.production;
    const billableId = await sellFee(client, 'Base');
    const id = await publishPlan(client, { name: 'Pro', cards: [{ type: 'FIXED_FEE', billableId }] });
    await client.must.patch(`/v2/price_plans/${id}`, { description: 'next' });
    const { status, body } = await client.delete(`/v2/price_plans/${id}/discard`);
    expect([status, body]).toEqual([200, { success: true }]);
    expect(await client.must.get(`/v2/price_plans/${id}`)).toMatchObject({ version: 1, status: 'ACTIVE' });
    expect((await client.must.get(`/v2/price_plans/${id}/rate_cards`)).data).toHaveLength(1);
    const again = await client.delete(`/v2/price_plans/${id}/discard`);
    expect([again.status, again.headers['error-code']]).toEqual([400, 'PRICE_PLAN_HAS_NO_DRAFT']);
  });

  it('200, and a plan that never was active disappears; its name is free', async () => {
    const client = service.production;
    const plan = { name: 'Never', type: 'BILLING', supportedCurrencies: ['USD'] };
    const { id } = await client.must.post('/v2/price_plans', plan);
    await client.must.delete(`/v2/price_plans/${id}/discard`);
    expect((await client.get(`/v2/price_plans/${id}`)).status).toBe(404);
    expect((await client.delete(`/v2/price_plans/${id}/discard`)).status).toBe(404);
    expect((await client.post('/v2/price_plans', plan)).status).toBe(200);
  });
});
