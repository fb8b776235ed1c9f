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
    const misspelt = await finalize({ migrationMode: 'LATER' });
    expect(misspelt.body.message).toMatch(/^migrationMode: must be one of IMMEDIATE, .+, NONE, START_OF/);
    const current = await finalize({ migrationMode: 'START_OF_CURRENT_CYCLE' });
    expect([current.status, current.body.message]).toEqual([
      400,
      'migrationMode: START_OF_CURRENT_CYCLE needs a plan with allowOngoingCycleUpdates or ' +
        'deferredRevenue; use IMMEDIATE or NEXT_CYCLE',
    ]);
    const { status, body } = await finalize({ migrationMode: 'NONE', versionsToMigrate: 'LATEST_VERSION' });
    expect([status, body]).toEqual([200, { success: true }]);
    expect(await client.must.get(`/v2/price_plans/${id}?version=ACTIVE`)).toMatchObject({ version: 2 });
    const again = await finalize();
    expect([again.status, again.headers['error-code']]).toEqual([400, 'PRICE_PLAN_HAS_NO_DRAFT']);
  });

  it('200, and the job that moves accounts is there, in the mode that was requested', async () => {
    const client = service.production;
    const cards = [
      { type: 'FIXED_FEE' as const, billableId: await sellFee(client, 'Moved'), fee: { rate: 1 } },
    ];
    const planned = async () => {
      const { data } = await client.must.get('/jobs?type=PRICE_PLAN&_sort=id');
      const jobs = data.map(({ id }: { id: string }) => client.must.get(`/jobs/${id}`));
      return (await Promise.all(jobs)).map(({ metadata }) => metadata);
    };
    // Without a version before it, there is nobody to move.
    const id = await publishPlan(client, { name: 'Moved', isOngoing: true, cards });
    const finalize = async (body: object) => {
      await client.must.patch(`/v2/price_plans/${id}`, { description: 'next' });
      await client.must.post(`/v2/price_plans/${id}/finalize`, body);
    };
    await finalize({});
    await finalize({ migrationMode: 'NONE', versionsToMigrate: 'ALL_VERSION' });
    expect(await planned()).toEqual([]);
    await finalize({ migrationMode: 'START_OF_CURRENT_CYCLE' });
    await finalize({ migrationMode: 'NEXT_CYCLE_IGNORE_OVERRIDE', versionsToMigrate: 'ALL_VERSION' });
    const said = {
      ...{ sourceId: id, targetId: id, retainStartOffsets: 'false' },
      requestedBy: expect.stringMatching(/^key\./),
    };
    expect(await planned()).toEqual([
      { ...said, sourceVersion: '3', targetVersion: '4', migrationMode: 'START_OF_CURRENT_CYCLE' },
      { ...said, sourceVersion: '1-4', targetVersion: '5', migrationMode: 'NEXT_CYCLE_IGNORE_OVERRIDE' },
    ]);
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
