import { beforeAll, expect, it } from 'vitest';
import { openAccount, sellFee } from '#test/billing-scenario.ts';
import { publishBundle } from '#test/purchase-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let plan: string;
const propose = (account: string, body: object) =>
  service.sandbox.post(`/accounts/${account}/purchase_proposals`, {
    ...{ type: 'ENTITLEMENT_GRANT', pricePlanId: plan, paymentMode: 'POSTPAID' },
    ...body,
  });

beforeAll(async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-10T09:00:00Z');
  await openAccount(client, 'a1');
  await openAccount(client, 'draft', { status: 'DRAFT' });
  plan = await publishBundle(client, { name: 'Bundle', fees: { [await sellFee(client, 'Set-up')]: 50 } });
});

it('200 for an account in DRAFT, which approves it when it is active', async () => {
  const client = service.sandbox;
  const { status, body } = await propose('draft', {});
  expect([status, body.status, body.price]).toEqual([200, 'PROPOSAL_ACTIVE', 50]);
  const approve = () => client.post(`/purchase_proposals/${body.id}/update_status`, { status: 'APPROVE' });
  expect((await approve()).status).toBe(400);
  await client.must.patch('/accounts/draft', { status: 'ACTIVE' });
  expect((await approve()).body.status).toBe('PROPOSAL_APPROVED');
});

it('200 with the same proposal under an idempotency key', async () => {
  const [first, again] = [
    await propose('a1', { idempotencyKey: 'k' }),
    await propose('a1', { idempotencyKey: 'k' }),
  ];
  expect(again.body).toEqual(first.body);
  expect((await propose('a1', { idempotencyKey: 'k', quantity: 2 })).status).toBe(422);
});

it('400 for a contract that begins before its offer has ended', async () => {
  const dates = { expiryDate: '2030-01-20T12:00:00Z', effectiveFrom: '2030-01-20' };
  const { status, body } = await propose('a1', dates);
  expect([status, body.message]).toEqual([
    400,
    'effectiveFrom: must be after 2030-01-20, the day on which the proposal expires',
  ]);
  const silent = await propose('a1', { effectiveFrom: '2030-01-10' });
  expect([silent.status, silent.body.message]).toEqual([
    400,
    'effectiveFrom: must be after 2030-01-10, today',
  ]);
});

it('400 without a type or a way to pay', async () => {
  for (const missing of [{ type: undefined }, { paymentMode: undefined }])
    expect((await propose('a1', missing)).status).toBe(400);
});
