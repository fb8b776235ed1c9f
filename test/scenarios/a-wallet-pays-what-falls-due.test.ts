import { beforeAll, describe, expect, it } from 'vitest';
import {
  editTimeline,
  listInvoices,
  openAccount,
  publishPlan,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { openPayer } from '#test/group-scenario.ts';
import { fundsOf } from '#test/payment-scenario.ts';
import { useService } from '#test/running-app.ts';

/** Each account owes its fee on the first of every month; wallets are filled before or after. */
const service = useService();
const client = () => service.sandbox;
const topUp = async (id: string, topupAmount: number) => {
  await client().must.post(`/accounts/${id}/wallet_topup`, { topupAmount });
  await client().settle();
};
const paidOf = async (id: string) =>
  (await listInvoices(client(), id))
    .filter(({ status }) => status !== 'DRAFT')
    .map(({ status, paidAmount, totalAmount }) => `${status} ${paidAmount} of ${totalAmount}`);
const set = (id: string, value: string, owner: { entityType: string; entityId: string }) =>
  client().must.post('/settings', {
    ...{ id, namespace: 'PLATFORM', name: id, dataType: 'STRING', value },
    ...owner,
  });
const setAutoNetOff = (entityId: string, value: string) =>
  set('WALLET_AUTO_NET_OFF', value, { entityType: 'ACCOUNT', entityId });

beforeAll(async () => {
  await client().setClock('2030-01-01T00:00:00Z');
  for (const id of ['poor', 'rich', 'asks', 'asleep', 'later', 'twice', 'crowd'])
    await openPayer(client(), id, { rate: id === 'poor' || id === 'rich' ? 881.94 : 100 });
  const meter = await sellUsage(client(), 'refunds');
  const usage = { model: 'TIERED' as const, slabs: [{ rate: 1 }] };
  const planId = await publishPlan(client(), {
    ...{ name: 'Refunds', cards: [{ type: 'USAGE', billableId: meter, usage }] },
  });
  for (const id of ['back', 'idle']) {
    await openAccount(client(), id);
    await editTimeline(client(), id, [{ planId, from: '2030-01-01' }]);
  }
  await use(client(), { meter: 'refunds', account: 'back', at: '2030-01-01T00:00:00Z', amount: '-30' });
  await topUp('poor', 500);
  await topUp('rich', 1000);
  await topUp('asks', 100);
  await setAutoNetOff('asks', 'false');
  await topUp('asleep', 100);
  await client().must.patch('/accounts/asleep/wallet', { status: 'INACTIVE' });
  await topUp('later', 100);
  await client().must.patch('/accounts/later/wallet', { effectiveFrom: '2030-02-10T00:00:00Z' });
  await client().setClock('2030-02-01T12:00:00Z');
});

describe('an invoice that falls due', () => {
  it('is paid as far as the wallet goes (vector 5)', async () => {
    expect([await paidOf('poor'), await fundsOf(client(), 'poor')]).toEqual([
      ['PARTIALLY_PAID 500 of 881.94'],
      [0, 0],
    ]);
    // 1000 − 881.94 = 118.06
    expect([await paidOf('rich'), await fundsOf(client(), 'rich')]).toEqual([
      ['PAID 881.94 of 881.94'],
      [118.06, 0],
    ]);
    const [{ id }] = await listInvoices(client(), 'poor');
    const { data } = await client().must.get('/accounts/poor/wallet/entries');
    expect(data[0]).toMatchObject({
      ...{ transactionType: 'DEBITED', status: 'COMPLETED', entityId: id, amount: 500, closingBalance: 0 },
    });
  });

  it('of −30 fills the wallet, and of 0 is paid with a number (vectors 10, 11)', async () => {
    const [negative] = await listInvoices(client(), 'back');
    expect([negative.status, negative.totalAmount, negative.paidAmount]).toEqual([
      'REFUND_COMPLETED',
      -30,
      0,
    ]);
    expect(await fundsOf(client(), 'back')).toEqual([30, 0]);
    const [zero] = await listInvoices(client(), 'idle');
    expect([zero.status, zero.totalAmount, zero.sequenceId]).toMatchObject(['PAID', 0, /./]);
  });

  it('is not paid by a wallet that does not pay by itself, is INACTIVE or not effective yet', async () => {
    expect((await client().must.get('/accounts/asks/wallet')).metadata).toEqual({ autoNetOff: false });
    for (const id of ['asks', 'asleep', 'later']) {
      expect([await paidOf(id), await fundsOf(client(), id)]).toEqual([['DUE 0 of 100'], [100, 0]]);
    }
  });
});

describe('an invoice that is due already', () => {
  it('is paid when the wallet is ACTIVE again, and when it is effective', async () => {
    await client().must.patch('/accounts/asleep/wallet', { status: 'ACTIVE' });
    await client().settle();
    expect([await paidOf('asleep'), await fundsOf(client(), 'asleep')]).toEqual([
      ['PAID 100 of 100'],
      [0, 0],
    ]);
    await client().setClock('2030-02-09T23:59:59Z');
    expect(await paidOf('later')).toEqual(['DUE 0 of 100']);
    await client().setClock('2030-02-10T00:00:00Z');
    expect([await paidOf('later'), await fundsOf(client(), 'later')]).toEqual([['PAID 100 of 100'], [0, 0]]);
  });

  it('is paid by a top-up, the first to be due first, unless the account says no', async () => {
    await client().setClock('2030-03-01T12:00:00Z');
    await topUp('twice', 130);
    expect(await paidOf('twice')).toEqual(['PAID 100 of 100', 'PARTIALLY_PAID 30 of 100']);
    await topUp('asks', 50);
    expect([await paidOf('asks'), await fundsOf(client(), 'asks')]).toEqual([
      ['DUE 0 of 100', 'DUE 0 of 100'],
      [150, 0],
    ]);
  });

  it('is not paid once it was given up, and may not be void once something is paid', async () => {
    const [, march] = await listInvoices(client(), 'twice');
    expect((await client().patch(`/invoices/${march.id}`, { status: 'VOID' })).status).toBe(400);
    await client().must.patch(`/invoices/${march.id}`, { status: 'UN_COLLECTIBLE' });
    await topUp('twice', 20);
    expect([(await paidOf('twice'))[1], await fundsOf(client(), 'twice')]).toEqual([
      'UN_COLLECTIBLE 30 of 100',
      [20, 0],
    ]);
  });

  it('is paid once by many top-ups at the same time', async () => {
    await Promise.all(
      Array.from({ length: 12 }, () =>
        client().must.post('/accounts/crowd/wallet_topup', { topupAmount: 20 }),
      ),
    );
    await client().settle();
    // 12 × 20 = 240 of 100 for January and 100 for February
    expect([await paidOf('crowd'), await fundsOf(client(), 'crowd')]).toEqual([
      ['PAID 100 of 100', 'PAID 100 of 100'],
      [40, 0],
    ]);
  });
});

it('a refund gives the wallet back what it paid', async () => {
  const [january] = await listInvoices(client(), 'crowd');
  for (const status of ['REFUND_INITIATED', 'REFUND_COMPLETED'])
    await client().must.patch(`/invoices/${january.id}`, { status });
  expect(await fundsOf(client(), 'crowd')).toEqual([140, 0]);
  const { data } = await client().must.get('/accounts/crowd/wallet/entries');
  expect(data[0]).toMatchObject({
    ...{ transactionType: 'CREDITED', entityId: january.id, amount: 100, closingBalance: 140 },
  });
});

it('an organization may give back by itself what a negative invoice owes', async () => {
  await set('NEGATIVE_INVOICE_POLICY', 'EXTERNAL', { entityType: 'ORGANIZATION', entityId: 'default' });
  await use(client(), { meter: 'refunds', account: 'back', at: '2030-03-01T01:00:00Z', amount: '-7' });
  await client().setClock('2030-04-01T12:00:00Z');
  const invoices = await listInvoices(client(), 'back');
  const march = invoices.find(({ totalAmount }) => totalAmount === -7);
  expect([march.status, march.metadata.refundDue]).toMatchObject(['REFUND_COMPLETED', /refunds it itself$/]);
  expect(await fundsOf(client(), 'back')).toEqual([30, 0]);
});

it('the books agree', async () => {
  expect(await findMismatches(service)).toEqual([]);
});
