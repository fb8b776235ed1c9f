import { expect, it } from 'vitest';
import { openAccount, sellFee } from '#test/billing-scenario.ts';
import { publishBundle } from '#test/purchase-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

it('200 with the newest first, each with its plan as it was bought', async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-10T09:00:00Z');
  for (const account of ['a1', 'a2']) await openAccount(client, account);
  const fee = await sellFee(client, 'Set-up');
  const plans = [
    await publishBundle(client, { name: 'One', fees: { [fee]: 1 } }),
    await publishBundle(client, { name: 'Two', fees: { [fee]: 2 } }),
  ];
  for (const [day, pricePlanId] of plans.entries()) {
    await client.setClock(`2030-01-1${day + 1}T09:00:00Z`);
    for (const account of ['a1', 'a2'])
      await client.must.post(`/accounts/${account}/purchases`, { pricePlanId });
  }
  const { data, nextToken } = await client.must.get('/accounts/a1/purchases?pageSize=1');
  expect(data).toMatchObject([
    {
      ...{ pricePlanName: 'Two', price: 2, status: 'PENDING', type: 'ENTITLEMENT_GRANT' },
      purchasePlan: { fixedFeeRateCards: [{ id: fee, rateValues: [{ rate: 2 }] }] },
    },
  ]);
  const next = await client.must.get(`/accounts/a1/purchases?nextToken=${nextToken}`);
  expect(next.data).toMatchObject([{ pricePlanName: 'One' }]);
});

it('404 for an unknown account', async () => {
  expect((await service.sandbox.get('/accounts/none/purchases')).status).toBe(404);
});
