import { expect, it } from 'vitest';
import { editTimeline, openAccount } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

it('200, and the plan is archived; 400 while it prices an account, or again; 404 for none', async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  const { id } = await client.must.post('/v2/price_plans', {
    ...{ name: 'Plan', type: 'BILLING', supportedCurrencies: ['USD'] },
    pricingCycleConfig: {
      ...{ interval: 'MONTHLY', gracePeriod: 0, startOffset: { dayOffset: '1', monthOffset: 'NIL' } },
    },
  });
  await client.must.post(`/v2/price_plans/${id}/finalize`, {});
  await openAccount(client, 'acme');
  await editTimeline(client, 'acme', [{ planId: id, from: '2030-01-01', until: '2030-01-05' }]);
  const archive = () => client.delete(`/ext/v1/price_plans/${id}`);
  expect((await archive()).headers['error-code']).toBe('PRICE_PLAN_SCHEDULED');
  await client.setClock('2030-01-05T00:00:00Z');
  expect((await archive()).body).toEqual({ success: true });
  expect((await client.must.get(`/price_plans/${id}`)).status).toBe('ARCHIVED');
  expect((await archive()).headers['error-code']).toBe('PRICE_PLAN_ARCHIVED');
  expect((await client.delete('/ext/v1/price_plans/pp.x')).status).toBe(404);
});
