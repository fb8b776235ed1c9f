import { describe, expect, it } from 'vitest';
import { editTimeline, openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('GET /v2/schedules/{schedule_id}/rate_cards', () => {
  it('200 and the cards of the version of the schedule, also when the plan has moved on', async () => {
    const client = service.sandbox;
    await client.setClock('2030-01-15T12:00:00Z');
    const billableId = await sellFee(client, 'Base');
    const planId = await publishPlan(client, {
      name: 'Monthly',
      cards: [{ type: 'FIXED_FEE', billableId, fee: { rate: 10 } }],
    });
    await openAccount(client, 'acme');
    await editTimeline(client, 'acme', [{ planId, from: '2030-02-01' }]);
    await client.must.post(`/v2/price_plans/${planId}/rate_cards`, {
      operations: [{ actionType: 'DELETE', rateCardName: 'card 1' }],
    });
    await client.must.post(`/v2/price_plans/${planId}/finalize`, {});
    const [{ id }] = (await client.must.get('/v2/accounts/acme/schedules?mode=ACTIVE')).data;
    const { status, body } = await client.get(`/v2/schedules/${id}/rate_cards?mode=ACTIVE`);
    expect(status).toBe(200);
    expect(body).toEqual({
      data: [expect.objectContaining({ name: 'card 1', billableId, accountId: 'acme', pricePlanId: planId })],
      nextToken: null,
    });
    expect((await client.get(`/v2/schedules/${id}/rate_cards?mode=DRAFT`)).status).toBe(404);
    expect((await client.get(`/v2/schedules/${id}/rate_cards`)).body.message).toMatch(/^mode: is required/);
    expect((await client.get('/v2/schedules/sch.x/rate_cards?mode=ACTIVE')).status).toBe(404);
    const foreign = await service.production.get(`/v2/schedules/${id}/rate_cards?mode=ACTIVE`);
    expect(foreign.body.message).toBe(`schedule ${id} not found`);
  });
});
