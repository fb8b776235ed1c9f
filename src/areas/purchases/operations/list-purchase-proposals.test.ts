import { expect, it } from 'vitest';
import { openAccount, sellFee } from '#test/billing-scenario.ts';
import { publishBundle } from '#test/purchase-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

it('200 with proposals, also those that became purchases, and no purchases', async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-10T09:00:00Z');
  await openAccount(client, 'a1');
  const fees = { [await sellFee(client, 'Set-up')]: 5 };
  const pricePlanId = await publishBundle(client, { name: 'Bundle', fees });
  await client.must.post('/accounts/a1/purchases', { pricePlanId });
  const terms = { type: 'ENTITLEMENT_GRANT', pricePlanId, paymentMode: 'POSTPAID' };
  const path = '/accounts/a1/purchase_proposals';
  const first = await client.must.post(path, { ...terms, expiryDate: '2030-02-01T00:00:00Z' });
  await client.must.post(`/purchase_proposals/${first.id}/update_status`, { status: 'APPROVE' });
  await client.settle();
  await client.setClock('2030-01-11T09:00:00Z');
  await client.must.post(path, terms);
  const { data } = await client.must.get(path);
  expect(data).toMatchObject([
    { status: 'PROPOSAL_ACTIVE', pricePlanName: 'Bundle', paymentMode: 'POSTPAID' },
    { id: first.id, status: 'SUCCESS', expiryDate: '2030-02-01T00:00:00.000Z' },
  ]);
  expect(data[0].price).toBeUndefined();
});
