import { describe, expect, it } from 'vitest';
import { openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

const discount = {
  name: 'Discount',
  order: 1,
  computation: JSON.stringify({ '*': [-0.1, { var: 'revenue.rate_card_total' }] }),
  action: { type: 'ADD' },
};

describe('PUT /v2/schedules/{schedule_id}/pricing_rules', () => {
  it('200 and the schedule has rules of its own; 400 for what cannot be evaluated', async () => {
    const client = service.sandbox;
    await client.setClock('2030-01-15T12:00:00Z');
    const billableId = await sellFee(client, 'Base');
    const planId = await publishPlan(client, {
      name: 'Monthly',
      cards: [{ type: 'FIXED_FEE', billableId, fee: { rate: 10 } }],
    });
    await openAccount(client, 'acme');
    const edits = [
      {
        effectiveFrom: '2030-02-01',
        effectiveUntil: '9999-01-01',
        associationConfig: { pricePlanId: planId },
      },
    ];
    const { pricingSchedules } = await client.must.post('/v2/accounts/acme/edit_schedules', { edits });
    const [{ id }] = pricingSchedules;
    const put = (pricingRules: object[]) => client.put(`/v2/schedules/${id}/pricing_rules`, { pricingRules });

    const { status, body } = await put([discount]);
    expect(status).toBe(200);
    expect(body.data).toMatchObject([{ name: 'Discount', version: 1, invoiceTiming: 'IN_ARREARS' }]);
    const again = await put([{ ...discount, action: { type: 'ADD', description: 'Ten per cent' } }]);
    expect(again.body.data).toMatchObject([{ id: body.data[0].id, version: 2 }]);
    expect((await put([{ ...discount, computation: '{"nonsense": []}' }])).status).toBe(400);
    expect((await client.put('/v2/schedules/sch.x/pricing_rules', {})).status).toBe(404);

    // What a rule sets has to be there when the draft is finalized, and not before.
    const update = { ...discount, action: { type: 'UPDATE', target: 'revenue.ff.none' } };
    expect((await put([update])).status).toBe(200);
    const errorMessage = 'target revenue.ff.none: the plan has no such rate card';
    expect((await client.must.get(`/v2/schedules/${id}/errors`)).data).toEqual([
      { referenceId: id, entityId: 'Discount', entityType: 'PRICING_RULE', errorMessage },
    ]);
    const rejected = await client.post('/v2/accounts/acme/finalize_schedules', {});
    expect(rejected.headers['error-code']).toBe('SCHEDULE_HAS_ERRORS');
    expect(rejected.body.message).toContain(`Discount: ${errorMessage}`);

    await put([discount]);
    const { data } = await client.must.post('/v2/accounts/acme/finalize_schedules', {});
    expect(data[0]).toMatchObject({
      isOverridden: true,
      accountScheduleInfo: { pricingRules: [{ name: 'Discount' }] },
    });
  });
});
