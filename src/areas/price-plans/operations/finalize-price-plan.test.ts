import { describe, expect, it } from 'vitest';
import { publishPlan, sellFee } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('POST /v2/price_plans/{price_plan_id}/finalize', () => {
  it('200, and the draft is the active version; 400 when there is no draft left', async () => {
    const client = service.production;
    const billableId = await sellFee(client, 'Base');
    const id = await publishPlan(client, { name: 'Pro', cards: [{ type: 'FIXED_FEE', billableId }] });
    await client.must.patch(`/v2/price_plans/${id}`, { description: 'next' });
    const finalize = (body?: object) => client.post(`/v2/price_plans/${id}/finalize`, body);
    const migrating = await finalize({ migrationMode: 'IMMEDIATE' });
    expect([migrating.status, migrating.body.message]).toEqual([400, 'migrationMode: must be one of NONE']);
    const { status, body } = await finalize({ migrationMode: 'NONE', versionsToMigrate: 'LATEST_VERSION' });
    expect([status, body]).toEqual([200, { success: true }]);
    expect(await client.must.get(`/v2/price_plans/${id}?version=ACTIVE`)).toMatchObject({ version: 2 });
    const again = await finalize();
    expect([again.status, again.headers['error-code']]).toEqual([400, 'PRICE_PLAN_HAS_NO_DRAFT']);
  });

  it('400 with the errors of the draft', async () => {
    const { id } = await service.production.must.post('/v2/price_plans', {
      name: 'No cycle',
      type: 'BILLING',
      supportedCurrencies: ['USD'],
    });
    const { status, body } = await service.production.post(`/v2/price_plans/${id}/finalize`, {});
    expect(status).toBe(400);
    expect(body.message).toBe(
      `price plan ${id} cannot be finalized: ${id} a BILLING plan needs a pricingCycleConfig`,
    );
  });

  it('404 for an unknown plan', async () => {
    expect((await service.production.post('/v2/price_plans/pp.x/finalize', {})).status).toBe(404);
  });
});
