import { expect, it } from 'vitest';
import { editTimeline, openAccount, sellFee } from '#test/billing-scenario.ts';
import { publishRuledPlan } from '#test/rule-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

it('200 for a schedule of the plan and for a version of it; 404 otherwise', async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  const cards = [{ type: 'FIXED_FEE' as const, billableId: await sellFee(client, 'Base') }];
  const rules = [
    { name: 'First', timing: 'IN_ADVANCE' as const, computation: 1 },
    { name: 'Second', computation: 2 },
  ];
  const plan = await publishRuledPlan(client, { name: 'Pro', cards, rules });
  const other = await publishRuledPlan(client, { name: 'Other', cards, rules: [] });
  await openAccount(client, 'acme');
  await editTimeline(client, 'acme', [{ planId: plan, from: '2030-01-01' }]);
  const { data } = await client.must.get('/v2/accounts/acme/schedules?mode=ACTIVE');
  const { referenceId } = await client.must.get(`/v2/price_plans/${plan}`);
  const list = (planId: string, id: string, query = '') =>
    client.get(`/price_plans/${planId}/pricing_schedules/${id}/pricing_rules${query}`);
  const names = async (id: string, query = '') =>
    (await list(plan, id, query)).body.data.map(({ name }: { name: string }) => name);

  expect(await names(data[0].id)).toEqual(['First', 'Second']);
  expect(await names(referenceId)).toEqual(['First', 'Second']);
  expect(await names(referenceId, '?invoice_timing=IN_ARREARS')).toEqual(['Second']);
  expect((await client.must.get(`/v2/price_plans/${plan}?version=1`)).referenceId).not.toBe(referenceId);
  expect((await list(plan, referenceId)).headers).toMatchObject({
    deprecation: expect.stringMatching(/^@\d+$/),
    link: `</sandbox/v2/price_plans/${plan}/pricing_rules>; rel="successor-version"`,
  });
  expect((await list(plan, referenceId, '?invoice_timing=PREPAID')).status).toBe(400);
  for (const [planId, id, code] of [
    [other, data[0].id, 'SCHEDULE_NOT_FOUND'],
    [other, referenceId, 'SCHEDULE_NOT_FOUND'],
    [plan, 'sch.x', 'SCHEDULE_NOT_FOUND'],
    ['pp.x', data[0].id, 'PRICE_PLAN_NOT_FOUND'],
  ]) {
    const { status, headers } = await list(planId, id);
    expect([status, headers['error-code']]).toEqual([404, code]);
  }
});
