import { expect, it } from 'vitest';
import { editTimeline, openAccount } from '#test/billing-scenario.ts';
import { monthly, planDetails, sellCatalog } from '#test/examples/price-plans-v1.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

it('200, and the plan is archived for good; 400 while it prices an account now or later', async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  const catalog = await sellCatalog(client);
  const { id } = await client.must.post('/price_plans', {
    name: 'Plan',
    pricePlanDetails: planDetails(catalog),
  });
  await client.must.post(`/price_plans/${id}/activate`, { currencies: ['USD'] });
  await openAccount(client, 'acme');
  await editTimeline(client, 'acme', [{ planId: id, from: '2030-01-01', until: '2030-01-05' }]);
  const archive = () => client.delete(`/price_plans/${id}`);

  expect((await archive()).body.message).toBe(
    `price plan ${id} prices account acme now or in the future; remove it from all accounts first`,
  );
  await client.setClock('2030-01-05T00:00:00Z');
  expect((await archive()).body).toEqual({ success: true });
  expect((await client.must.get(`/price_plans/${id}`)).status).toBe('ARCHIVED');
  expect((await archive()).headers['error-code']).toBe('PRICE_PLAN_ARCHIVED');
  const edits = [
    { effectiveFrom: '2030-02-01', effectiveUntil: '9999-01-01', associationConfig: { pricePlanId: id } },
  ];
  const edited = await client.post('/v2/accounts/acme/edit_schedules', { edits });
  expect(edited.headers['error-code']).toBe('PRICE_PLAN_ARCHIVED');
  expect((await client.patch(`/v2/price_plans/${id}`, { description: 'x' })).status).toBe(400);
  // Schedules and invoices go on showing its name, so nobody else can have it.
  const taken = await client.post('/price_plans', { name: 'Plan', pricePlanDetails: planDetails(catalog) });
  expect(taken.status).toBe(409);
  expect((await client.delete('/price_plans/pp.x')).status).toBe(404);
});

it('200 for one of two that archive a plan and put an account on it at once', async () => {
  const client = service.production;
  const fixedFeeRateCards: object[] = [];
  const pricePlanDetails = { supportedCurrencies: ['USD'], pricingCycleConfig: monthly, fixedFeeRateCards };
  for (const [index, isArchivedFirst] of [true, false, true, false].entries()) {
    const account = `racer${index}`;
    await openAccount(client, account);
    const { id } = await client.must.post('/price_plans', { name: account, pricePlanDetails });
    await client.must.post(`/price_plans/${id}/activate`, { currencies: ['USD'] });
    const archive = () => client.delete(`/price_plans/${id}`);
    const days = { effectiveFrom: '2999-01-01', effectiveUntil: '9999-01-01' };
    const associate = () => client.post(`/accounts/${account}/price_plans`, { pricePlanId: id, ...days });
    const both = isArchivedFirst ? [archive(), associate()] : [associate(), archive()];
    const statuses = (await Promise.all(both)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 400]);
  }
});
