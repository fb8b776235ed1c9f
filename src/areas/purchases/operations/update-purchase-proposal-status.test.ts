import { beforeAll, expect, it } from 'vitest';
import { lineOf, listInvoices, openAccount, sellFee } from '#test/billing-scenario.ts';
import { formGroup, listComposites, membersOf } from '#test/group-scenario.ts';
import { publishBundle } from '#test/purchase-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let plan: string;

async function propose(account: string): Promise<string> {
  const terms = { type: 'ENTITLEMENT_GRANT', pricePlanId: plan, paymentMode: 'POSTPAID' };
  return (await service.sandbox.must.post(`/accounts/${account}/purchase_proposals`, terms)).id;
}
const response = (id: string, status: string) =>
  service.sandbox.post(`/purchase_proposals/${id}/update_status`, { status });

beforeAll(async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-10T09:00:00Z');
  await client.must.post('/ext/v1/organization/currencies', { currency: 'EUR', rate: 1.1 });
  for (const account of ['a1', 'a2', 'a3']) await openAccount(client, account);
  plan = await publishBundle(client, { name: 'Bundle', fees: { [await sellFee(client, 'Set-up')]: 50 } });
});

it('200 for an account in a group that bills once a day: it is a part of the bill of the group', async () => {
  const client = service.sandbox;
  const groupId = await formGroup(client, { accounts: ['a1'] });
  const id = await propose('a1');
  expect((await response(id, 'APPROVE')).body.status).toBe('PROPOSAL_APPROVED');
  await client.setClock('2030-01-11T00:00:00Z');
  expect((await listInvoices(client, 'a1')).map(lineOf)).toEqual(['2030-01-10 to 2030-01-11 MERGED 50']);
  const [composite] = await listComposites(client, groupId);
  expect([composite.status, membersOf(composite)]).toEqual(['DUE', ['a1 50']]);
});

it('400 for an account that is archived or billed in another currency by now', async () => {
  const [changed, gone] = [await propose('a2'), await propose('a3')];
  await service.sandbox.must.patch('/accounts/a2', { invoiceCurrency: 'EUR' });
  await service.sandbox.must.delete('/accounts/a3');
  const replies = [await response(changed, 'APPROVE'), await response(gone, 'APPROVE')];
  expect(replies.map(({ status, body }) => [status, body.message])).toEqual([
    [400, 'the proposal is in USD, but the account is now billed in EUR; create a new proposal'],
    [400, expect.stringContaining('archived')],
  ]);
  expect((await response(changed, 'DECLINE')).status).toBe(200);
});

it('400 for another response, 404 for no proposal', async () => {
  expect((await response(await propose('a1'), 'MAYBE')).status).toBe(400);
  expect((await response('purchase.none', 'APPROVE')).status).toBe(404);
});
