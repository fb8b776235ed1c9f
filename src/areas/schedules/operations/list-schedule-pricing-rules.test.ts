import { describe, expect, it } from 'vitest';
import { openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('GET /v2/schedules/{schedule_id}/pricing_rules', () => {
  it('200 and the rules of the mode requested, 400 without a mode, 404 for an unknown schedule', async () => {
    const client = service.sandbox;
    await client.setClock('2030-01-15T12:00:00Z');
    const billableId = await sellFee(client, 'Base');
    const planId = await publishPlan(client, { name: 'Monthly', cards: [{ type: 'FIXED_FEE', billableId }] });
    await openAccount(client, 'acme');
    const edit = (from: string, associationConfig: object) =>
      client.must.post('/v2/accounts/acme/edit_schedules', {
        edits: [{ effectiveFrom: from, effectiveUntil: '9999-01-01', associationConfig }],
      });
    await edit('2030-02-01', { pricePlanId: planId });
    const { data } = await client.must.post('/v2/accounts/acme/finalize_schedules', {});
    const [{ id }] = data;
    await edit('2030-03-01', { scheduleId: id });
    const fee = { name: 'Surcharge', order: 1, computation: '5', action: { type: 'ADD' } };
    await client.must.put(`/v2/schedules/${id}/pricing_rules`, { pricingRules: [fee] });
    const list = (query: string, schedule = id) =>
      client.get(`/v2/schedules/${schedule}/pricing_rules?${query}`);
    expect((await list('mode=DRAFT')).body.data).toMatchObject([{ name: 'Surcharge', order: 1 }]);
    expect((await list('mode=ACTIVE')).body).toEqual({ data: [] });
    expect((await list('')).status).toBe(400);
    expect((await list('mode=LIVE')).status).toBe(400);
    expect((await list('mode=ACTIVE', 'sch.x')).status).toBe(404);
  });
});
