import { beforeAll, describe, expect, it } from 'vitest';
import { editTimeline, listInvoices, onlyInvoice, openAccount, publishPlan } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { openPayer } from '#test/group-scenario.ts';
import { type LicenseTerms, licenseCard, sellSeats, setSeats } from '#test/license-scenario.ts';
import { fundsOf, payInvoice } from '#test/payment-scenario.ts';
import { buy } from '#test/purchase-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';
import {
  callProviders,
  connect,
  LOCAL_CONNECTOR,
  say,
  useScriptedProvider,
} from '#test/scripted-provider.ts';

/* Every account pays 100 a month in arrears, and has one invoice. */
const service = useService(LOCAL_CONNECTOR);
const provider = useScriptedProvider();
const client = () => service.sandbox;
let secret: string;
let month = Temporal.PlainYearMonth.from('2030-01');

beforeAll(async () => {
  await client().setClock('2030-01-01T00:00:00Z');
  secret = await connect(client(), provider);
});

/** An invoice that was paid: by hand, from the wallet, and the rest by the provider. */
async function pay(id: string, { byHand = 0, topup = 0 } = {}): Promise<string> {
  const next = month.add({ months: 1 });
  await openPayer(client(), id, { rate: 100, from: `${month}-01`, until: `${next}-01` });
  if (topup > 0) await client().must.post(`/accounts/${id}/wallet_topup`, { topupAmount: topup });
  await client().setClock(`${next}-01T00:00:00Z`);
  month = next;
  const { id: invoiceId } = await onlyInvoice(client(), id);
  if (byHand > 0) await payInvoice(client(), { accountId: id, invoiceId, amount: byHand });
  await callProviders(service);
  await callProviders(service);
  expect(await statusOf(invoiceId)).toBe('PAID');
  return invoiceId;
}

async function refund(invoiceId: string): Promise<void> {
  await client().must.patch(`/invoices/${invoiceId}`, { status: 'REFUND_INITIATED' });
  await client().settle();
  await callProviders(service);
}

/** As a monitor of the service sees them. */
async function countAlarms(): Promise<number> {
  const { text } = await service.production.get('/metrics');
  return Number(/^tallymark_alarms_total\{kind="PAYMENT_REFUND_NOT_BOOKED"\} (\d+)$/m.exec(text)?.[1] ?? 0);
}

/** 120 in a wallet for 100, which the provider collected. */
async function buyMoney(accountId: string) {
  await openAccount(client(), accountId);
  const walletTopupDetails = { topupAmount: 120, purchaseAmount: 100 };
  const { invoiceId } = await buy(client(), accountId, { type: 'WALLET_TOPUP', walletTopupDetails });
  await callProviders(service);
  await client().settle();
  expect([await statusOf(invoiceId), await fundsOf(client(), accountId)]).toEqual(['PAID', [120, 0]]);
  return { accountId, invoiceId };
}

const spend = (accountId: string, value: number) =>
  client().must.post('/invoices', {
    ...{ accountId, ownerType: 'ACCOUNT', status: 'DUE', lineItems: [{ description: 'Work', value }] },
    ...{ startDate: '2029-12-01T00:00:00Z', endDate: '2030-01-01T00:00:00Z' },
  });

const invoiceOf = (id: string): Promise<Reply['body']> => client().must.get(`/invoices/${id}`);
const statusOf = async (id: string) => (await invoiceOf(id)).status;
const partsOf = ({ metadata }: Reply['body']) => [
  metadata.manualRefunds.map(({ amount }: Reply['body']) => amount),
  metadata.providerRefunds?.map(({ amount }: Reply['body']) => amount).sort() ?? [],
];
const givenBack = () => [...provider.refunds.values()].map(({ amount }) => amount);

describe('a refund', () => {
  it('of what the provider collected is complete when it has given it back', async () => {
    const id = await pay('whole');
    await refund(id);
    expect([await statusOf(id), givenBack()]).toEqual(['REFUND_COMPLETED', ['100']]);
    expect((await invoiceOf(id)).metadata.refundedAmount).toBe('100');
  });

  it('of several: the provider, the wallet and the operator give back their own', async () => {
    const id = await pay('mixed', { topup: 30, byHand: 20 });
    await refund(id);
    const begun = await invoiceOf(id);
    // 100 − 30 − 20 = 50
    expect([begun.status, partsOf(begun), givenBack()]).toEqual([
      'REFUND_INITIATED',
      [['20'], ['50']],
      ['50'],
    ]);
    await client().must.patch(`/invoices/${id}`, { status: 'REFUND_COMPLETED' });
    expect(await fundsOf(client(), 'mixed')).toEqual([30, 0]);
  });

  it('that is rejected is off, and may be asked for again', async () => {
    const id = await pay('refused');
    provider.decide = () => 'REFUSE';
    await refund(id);
    expect([await statusOf(id), (await invoiceOf(id)).metadata.refundRefused]).toEqual([
      'PAID',
      'card declined',
    ]);
    provider.decide = () => 'SUCCEED';
    await refund(id);
    expect([await statusOf(id), givenBack()]).toEqual(['REFUND_COMPLETED', ['100']]);
  });

  it('that is rejected after a part was given back goes on by hand', async () => {
    provider.decide = () => 'WAIT';
    const next = month.add({ months: 1 });
    await openPayer(client(), 'halves', { rate: 100, from: `${month}-01`, until: `${next}-01` });
    await client().setClock(`${next}-01T00:00:00Z`);
    month = next;
    const { id } = await onlyInvoice(client(), 'halves');
    await callProviders(service);
    for (const amount of ['60', '40']) {
      const open = await client().must.get(`/ext/v1/payment_requests?invoice_id=${id}&status=PENDING`);
      const requestId = open.data[0].id;
      await callProviders(service);
      await say(client(), secret, { requestId, status: 'SUCCEEDED', amount });
      await client().settle();
    }
    expect(await statusOf(id)).toBe('PAID');
    provider.decide = ({ amount }) => (amount === '60' ? 'REFUSE' : 'SUCCEED');
    await refund(id);
    const part = await invoiceOf(id);
    expect([part.status, partsOf(part), givenBack()]).toEqual([
      'REFUND_INITIATED',
      [['60'], ['40', '60']],
      ['40'],
    ]);
    await client().must.patch(`/invoices/${id}`, { status: 'REFUND_COMPLETED' });
  });

  it('is given back once, however often and in whatever order it is said', async () => {
    const id = await pay('twice');
    provider.decide = () => 'WAIT';
    await refund(id);
    expect(await statusOf(id)).toBe('REFUND_INITIATED');
    const { refundId } = (await invoiceOf(id)).metadata.providerRefunds[0];
    await say(client(), secret, { refundId, status: 'FAILED', reason: 'later' });
    await client().settle();
    expect(await statusOf(id)).toBe('PAID');
    // The refusal was about an earlier try of the provider, which has given it back in the end.
    for (let i = 0; i < 2; i++) await say(client(), secret, { refundId, status: 'SUCCEEDED' });
    await say(client(), secret, { refundId, status: 'FAILED' });
    await client().settle();
    expect(await statusOf(id)).toBe('REFUND_COMPLETED');
  });

  it('of money for a wallet takes the unused part out of it, and puts it back when rejected', async () => {
    // 100 for 120, of which 48 are spent: 100 × 72 ÷ 120 = 60
    const { invoiceId, accountId } = await buyMoney('saver');
    await spend(accountId, 48);
    provider.decide = () => 'WAIT';
    await refund(invoiceId);
    expect([partsOf(await invoiceOf(invoiceId)), await fundsOf(client(), accountId)]).toEqual([
      [[], ['60']],
      [0, 0],
    ]);
    const { refundId } = (await invoiceOf(invoiceId)).metadata.providerRefunds[0];
    for (let i = 0; i < 2; i++)
      await say(client(), secret, { refundId, status: 'FAILED', reason: 'Too late' });
    await client().settle();
    expect([await statusOf(invoiceId), await fundsOf(client(), accountId)]).toEqual(['PAID', [72, 0]]);
    // It stays the money of that purchase: 100 × 60 ÷ 120 = 50, and the 9 that came later are not touched.
    await client().must.post(`/accounts/${accountId}/wallet_topup`, { topupAmount: 9 });
    await spend(accountId, 12);
    provider.decide = () => 'SUCCEED';
    await refund(invoiceId);
    expect([await statusOf(invoiceId), givenBack(), await fundsOf(client(), accountId)]).toEqual([
      'REFUND_COMPLETED',
      ['50'],
      [9, 0],
    ]);
  });

  it('of money for a wallet that is given back after all takes what is left then', async () => {
    const { invoiceId, accountId } = await buyMoney('spender');
    provider.decide = () => 'WAIT';
    await refund(invoiceId);
    const { refundId } = (await invoiceOf(invoiceId)).metadata.providerRefunds[0];
    await say(client(), secret, { refundId, status: 'FAILED', reason: 'later' });
    await client().settle();
    await spend(accountId, 90);
    const alarms = await countAlarms();
    await say(client(), secret, { refundId, status: 'SUCCEEDED' });
    await client().settle();
    // 100 × 30 ÷ 120 = 25 are booked; that the provider gave back 100 somebody has to look at.
    const { status, metadata } = await invoiceOf(invoiceId);
    expect([status, metadata.refundedAmount, await fundsOf(client(), accountId)]).toEqual([
      'REFUND_COMPLETED',
      '25',
      [0, 0],
    ]);
    expect(await countAlarms()).toBe(alarms + 1);
  });

  it.each([
    // 10 seats at 30 in advance, none of them after all
    ['SUCCEED', 'REFUND_COMPLETED', []],
    ['REFUSE', 'REFUND_INITIATED', ['300']],
  ] as const)('of unused licences: %s', async (decision, status, byHand) => {
    provider.decide = () => 'SUCCEED';
    const [id, next] = [`seats-${decision}`, month.add({ months: 1 })];
    const seats = await sellSeats(client(), id);
    const terms: LicenseTerms = { slabs: [{ rate: 30 }], timing: 'IN_ADVANCE', refundMode: 'PAYMENT' };
    const planId = await publishPlan(client(), { name: id, cards: [licenseCard(seats, terms)] });
    await openAccount(client(), id);
    await setSeats(client(), seats, { account: id, quantity: '10', from: `${month}-01T00:00:00Z` });
    await editTimeline(client(), id, [{ planId, from: `${month}-01`, until: `${next}-01` }]);
    await callProviders(service);
    await callProviders(service);
    const before = givenBack().length;
    provider.decide = () => decision;
    // As if they had never been: backdated to the first instant.
    await setSeats(client(), seats, { account: id, quantity: '0', from: `${month}-01T00:00:00Z` });
    await client().setClock(`${next}-01T00:00:00Z`);
    month = next;
    await callProviders(service);
    const note = (await listInvoices(client(), id)).find(({ metadata }) => metadata.creditNoteFor);
    expect([note.status, note.totalAmount, partsOf(note)]).toEqual([status, -300, [byHand, ['300']]]);
    expect(givenBack().slice(before)).toEqual(decision === 'SUCCEED' ? ['300'] : []);
    const { status: done } = await client().patch(`/invoices/${note.id}`, { status: 'REFUND_COMPLETED' });
    expect(done).toBe(200);
  });

  it('without a provider any more is for the operator', async () => {
    const id = await pay('offline');
    await client().must.put('/ext/v1/payment_provider', { kind: 'OFFLINE' });
    await refund(id);
    expect(partsOf(await invoiceOf(id))).toEqual([['100'], []]);
    await client().must.patch(`/invoices/${id}`, { status: 'REFUND_COMPLETED' });
  });

  it('leaves books that agree', async () => {
    expect(await findMismatches(service)).toEqual([]);
  });
});
