import { expect, it } from 'vitest';
import { openAccount, sellFee } from '#test/billing-scenario.ts';
import { publishBundle } from '#test/purchase-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

it('200 with a proposal as it was made, 404 for a purchase', async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-10T09:00:00Z');
  await openAccount(client, 'a1');
  const fees = { [await sellFee(client, 'Set-up')]: 5 };
  const pricePlanId = await publishBundle(client, { name: 'Bundle', fees });
  const terms = { type: 'ENTITLEMENT_GRANT', pricePlanId, paymentMode: 'PREPAID', quantity: 2 };
  const proposal = await client.must.post('/accounts/a1/purchase_proposals', terms);
  expect(proposal).toMatchObject({ ...terms, status: 'PROPOSAL_ACTIVE', price: 10 });
  expect(await client.must.get(`/purchase_proposals/${proposal.id}`)).toEqual(proposal);
  const purchase = await client.must.post('/accounts/a1/purchases', { pricePlanId });
  for (const id of [purchase.id, 'x'.repeat(512)])
    expect((await client.get(`/purchase_proposals/${id}`)).status).toBe(404);
});
