import { beforeAll, expect, test } from 'vitest';
import { editTimeline, openAccount, publishPlan, sellUsage, use } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { formGroup, listComposites, openPayer } from '#test/group-scenario.ts';
import { fundsOf, sendPayment } from '#test/payment-scenario.ts';
import { useService } from '#test/running-app.ts';

/** On 1 February anna owes 10 and ben 20 of one bill; cleo and dan get back 5 and 7, and owe nothing. */
const service = useService();
const client = () => service.sandbox;
let groupId: string;
let owedId: string;
const topUp = (id: string, topupAmount: number) =>
  client().must.post(`/accounts/${id}/wallet_topup`, { topupAmount });
const newest = async (id: string) => (await listComposites(client(), id)).at(-1);

beforeAll(async () => {
  await client().setClock('2030-01-01T00:00:00Z');
  await openPayer(client(), 'anna', { rate: 10 });
  await openPayer(client(), 'ben', { rate: 20 });
  groupId = await formGroup(client(), { accounts: ['anna', 'ben'] });
  const meter = await sellUsage(client(), 'returns');
  const usage = { model: 'TIERED' as const, slabs: [{ rate: 1 }] };
  const planId = await publishPlan(client(), {
    ...{ name: 'Returns', cards: [{ type: 'USAGE', billableId: meter, usage }] },
  });
  for (const [id, amount] of [
    ['cleo', '-5'],
    ['dan', '-7'],
  ] as const) {
    await openAccount(client(), id);
    await editTimeline(client(), id, [{ planId, from: '2030-01-01', until: '2030-02-01' }]);
    await use(client(), { meter: 'returns', account: id, at: '2030-01-01T00:00:00Z', amount });
  }
  owedId = await formGroup(client(), { accounts: ['cleo', 'dan'], name: 'Owed' });
  await topUp('anna', 50);
  await topUp('ben', 12);
  await client().setClock('2030-02-02T00:00:00Z');
});

test('each wallet pays at most what its own invoice comes to', async () => {
  // anna 10 of 50, ben 12 of 20: 22 of 30
  const composite = await newest(groupId);
  expect([composite.status, composite.paidAmount, composite.totalAmount]).toEqual(['PARTIALLY_PAID', 22, 30]);
  expect([await fundsOf(client(), 'anna'), await fundsOf(client(), 'ben')]).toEqual([
    [40, 0],
    [0, 0],
  ]);
});

test('what the bill owes goes to the wallet of the account that it owes most', async () => {
  const composite = await newest(owedId);
  expect([composite.status, composite.totalAmount]).toEqual(['REFUND_COMPLETED', -12]);
  expect([await fundsOf(client(), 'cleo'), await fundsOf(client(), 'dan')]).toEqual([
    [0, 0],
    [12, 0],
  ]);
});

test('a member pays for the group, and nobody else does', async () => {
  const { id } = await newest(groupId);
  const records = [{ type: 'INVOICE' as const, platformId: id, order: 1 }];
  expect((await sendPayment(client(), { accountId: 'cleo', totalAmount: 8, records })).status).toBe(404);
  const replies = await Promise.all(
    ['anna', 'ben'].map((accountId) =>
      sendPayment(client(), {
        ...{ accountId, totalAmount: 5, records: [{ ...records[0], amount: 5 } as (typeof records)[0]] },
      }),
    ),
  );
  // 22 + 5 = 27, and 5 more would be 32 of 30
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 400]);
  const { body: paid } = await client().patch(`/invoices/${id}`, { status: 'PAID' });
  expect([paid.status, paid.paidAmount]).toEqual(['PAID', 30]);
});

test('a refund of the group gives every wallet back its own part', async () => {
  const { id } = await newest(groupId);
  const { body: started } = await client().patch(`/invoices/${id}`, { status: 'REFUND_INITIATED' });
  // By hand: the 3 that were set to PAID, and the 5 of the member.
  expect(started.metadata.manualRefunds.map(({ amount }: { amount: string }) => amount)).toEqual(['3', '5']);
  const { body } = await client().patch(`/invoices/${id}`, { status: 'REFUND_COMPLETED' });
  expect([body.status, body.metadata.refundedAmount]).toEqual(['REFUND_COMPLETED', '30']);
  expect([await fundsOf(client(), 'anna'), await fundsOf(client(), 'ben')]).toEqual([
    [50, 0],
    [12, 0],
  ]);
});

/** A manual invoice that has ended, of an account or of a group. */
const typed = (accountId: string, value: number, members: object = {}) =>
  client().must.post('/invoices', {
    ...{ accountId, ownerType: 'ACCOUNT', status: 'DUE', lineItems: [{ description: 'Work', value }] },
    ...{ startDate: '2030-01-01T00:00:00Z', endDate: '2030-02-01T00:00:00Z', ...members },
  });
const toGroup = { ownerType: 'INVOICE_GROUP' };

test('a wallet pays no more than those of its invoices that it may pay', async () => {
  // Of gail 30 and 12 that her wallet may not pay; of hugo 5 of such, and 20 less 9.
  for (const id of ['gail', 'hugo']) await openAccount(client(), id);
  const group = await formGroup(client(), { accounts: ['gail', 'hugo'], name: 'Careful' });
  await topUp('gail', 100);
  await topUp('hugo', 100);
  await typed('gail', 30);
  await typed('gail', 12, { applyWalletBalance: false });
  await typed('hugo', 5, { applyWalletBalance: false });
  await typed('hugo', 20);
  await typed('hugo', -9);
  await client().setClock('2030-02-03T00:00:00Z');
  const composite = await newest(group);
  // 30 + 12 + 5 + 20 − 9 = 58, of which 30 and 20 − 9 = 11 are paid.
  expect([composite.status, composite.totalAmount, composite.paidAmount]).toEqual(['PARTIALLY_PAID', 58, 41]);
  expect([await fundsOf(client(), 'gail'), await fundsOf(client(), 'hugo')]).toEqual([
    [70, 0],
    [89, 0],
  ]);
});

test('what a manual invoice of a group owes goes to the first of its members', async () => {
  for (const id of ['ines', 'jan']) await openAccount(client(), id);
  const group = await formGroup(client(), { accounts: ['jan', 'ines'], name: 'Typed' });
  const { id, status } = await typed(group, -35, toGroup);
  expect(status).toBe('REFUND_COMPLETED');
  expect([await fundsOf(client(), 'ines'), await fundsOf(client(), 'jan')]).toEqual([
    [35, 0],
    [0, 0],
  ]);
  const { data } = await client().must.get('/accounts/ines/wallet/entries');
  expect(data).toMatchObject([{ transactionType: 'CREDITED', amount: 35, entityId: id }]);
});

test('or is refunded by somebody, where no member is left or the policy says so', async () => {
  await openAccount(client(), 'kim');
  const empty = await formGroup(client(), { accounts: ['kim'], name: 'Empty' });
  const draft = await typed(empty, -35, { ...toGroup, status: 'DRAFT' });
  await client().must.post(`/invoice_groups/${empty}/remove_accounts`, { accountIds: ['kim'] });
  const alone = await client().must.patch(`/invoices/${draft.id}`, { status: 'DUE' });
  expect([alone.status, alone.metadata.refundDue, await fundsOf(client(), 'kim')]).toEqual([
    'REFUND_COMPLETED',
    'the total is negative, and no account can receive it',
    [0, 0],
  ]);
  await client().must.post('/settings', {
    ...{ id: 'NEGATIVE_INVOICE_POLICY', namespace: 'PLATFORM', name: 'policy', dataType: 'STRING' },
    ...{ value: 'EXTERNAL', entityType: 'ORGANIZATION', entityId: 'default' },
  });
  const outside = await typed(owedId, -3, toGroup);
  expect([outside.metadata.refundDue, await fundsOf(client(), 'cleo')]).toEqual([
    'the total is negative, and the organization refunds such amounts itself',
    [0, 0],
  ]);
});

test('the books agree', async () => {
  expect(await findMismatches(service)).toEqual([]);
});
