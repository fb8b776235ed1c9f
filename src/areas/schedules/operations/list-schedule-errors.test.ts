import { describe, expect, it } from 'vitest';
import { openAccount, publishPlan, sellUsage } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('GET /v2/schedules/{schedule_id}/errors', () => {
  it('200 and everything that keeps a draft from being finalized', async () => {
    const client = service.sandbox;
    await client.setClock('2030-01-15T12:00:00Z');
    const billableId = await sellUsage(client, 'calls');
    const pricePlanId = await publishPlan(client, {
      name: 'Metered',
      cards: [{ type: 'USAGE', billableId, usage: { model: 'TIERED', slabs: [{ rate: 1 }] } }],
    });
    await openAccount(client, 'acme', { status: 'DRAFT' });
    const { pricingSchedules } = await client.must.post('/v2/accounts/acme/edit_schedules', {
      edits: [
        { effectiveFrom: '2030-01-16', effectiveUntil: '9999-01-01', associationConfig: { pricePlanId } },
      ],
    });
    const [{ id }] = pricingSchedules;
    const errors = async () => (await client.must.get(`/v2/schedules/${id}/errors`)).data;
    expect(await errors()).toEqual([
      {
        referenceId: id,
        entityId: id,
        entityType: 'SCHEDULE',
        errorMessage: 'account acme is in DRAFT; set its status to ACTIVE first',
      },
    ]);
    await client.must.post(`/usage_meters/${billableId}/deactivate`);
    await client.must.patch('/accounts/acme', { status: 'ACTIVE' });
    expect(await errors()).toEqual([
      {
        referenceId: id,
        entityId: 'card 1',
        entityType: 'RATE_CARD',
        errorMessage: `usage meter ${billableId} is INACTIVE, not ACTIVE`,
      },
    ]);
  });

  it('404 for an unknown schedule', async () => {
    const { status, body } = await service.sandbox.get('/v2/schedules/sch.x/errors');
    expect(status).toBe(404);
    expect(body.message).toBe('schedule sch.x not found');
  });
});
