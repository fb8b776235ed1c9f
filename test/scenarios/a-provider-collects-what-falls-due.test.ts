import { beforeAll, describe, expect, it } from 'vitest';
import { lineOf, listInvoices, onlyInvoice } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { formGroup, listComposites, openPayer } from '#test/group-scenario.ts';
import { fundsOf, payInvoice } from '#test/payment-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';
import {
  callProviders,
  chargeLater,
  connect,
  LOCAL_CONNECTOR,
  listRequests,
  requestsOf,
  say,
  useScriptedProvider,
} from '#test/scripted-provider.ts';

/*
 * Every account pays 100 a month in arrears, and has one invoice, that of the month in which it is opened.
 */
const service = useService(LOCAL_CONNECTOR);
const provider = useScriptedProvider();
const client = () => service.sandbox;
let secret: string;
let month = Temporal.PlainYearMonth.from('2030-01');

beforeAll(async () => {
  await client().setClock('2030-01-01T00:00:00Z');
  secret = await connect(client(), provider);
});

/** The invoice of an account, just due; nobody has called the provider yet. */
async function bill(id: string, { topup = 0, rate = 100 } = {}): Promise<Reply['body']> {
  const next = month.add({ months: 1 });
  await openPayer(client(), id, { rate, from: `${month}-01`, until: `${next}-01` });
  if (topup > 0) await client().must.post(`/accounts/${id}/wallet_topup`, { topupAmount: topup });
  await client().setClock(`${next}-01T00:00:00Z`);
  month = next;
  return onlyInvoice(client(), id);
}

const paidOf = async (id: string) => {
  const { status, paidAmount } = await client().must.get(`/invoices/${id}`);
  return `${status} ${paidAmount}`;
};
const days = async (count: number) => {
  const { now } = await client().must.get('/ext/v1/clock');
  const then = Temporal.Instant.from(now).add({ hours: 24 * count });
  await client().setClock(then.toString());
  const day = then.toZonedDateTimeISO('UTC').toPlainDate();
  month = day.toPlainYearMonth().add({ months: day.day === 1 ? 0 : 1 });
  if (day.day !== 1) await client().setClock(`${month}-01T00:00:00Z`);
};

describe('what falls due', () => {
  it('is requested, charged and recorded as a payment', async () => {
    const { id } = await bill('plain');
    expect(await requestsOf(client(), id)).toEqual(['1 PENDING 100']);
    await callProviders(service);
    expect([await requestsOf(client(), id), await paidOf(id)]).toEqual([['1 SUCCEEDED 100'], 'PAID 100']);
    const [request] = await listRequests(client(), id);
    const payment = await client().must.get(`/payments/${request.paymentId}`);
    expect(payment).toMatchObject({
      ...{ accountId: 'plain', totalAmount: 100, currency: 'USD' },
      externalPaymentReferences: {
        ...{ sourceName: 'Scripted', sourceType: 'GATEWAY', transactionNumber: `prov-${request.id}` },
        metadata: { paymentRequestId: request.id },
      },
      lineItemRecords: [{ type: 'INVOICE', platformId: id, amount: 100, order: 1 }],
    });
    // The payer is made known once, and stays so.
    expect(provider.requested.map(({ type }) => type)).toEqual(['customer.create', 'payment_request.create']);
    const setting = await client().must.get(
      '/settings/setting.INTEGRATION.ScriptedCustomerId.CUSTOMER.customer-plain',
    );
    expect(setting.value).toBe('cus-customer-plain');
    expect(provider.requested[1]?.content).toMatchObject({
      ...{ customerId: 'cus-customer-plain', amount: '100', currency: 'USD', environment: 'sandbox' },
      customer: { id: 'customer-plain', name: 'Customer plain', email: 'plain@example.com' },
    });
  });

  it('is requested after the wallet, which leaves the overage', async () => {
    const part = await bill('part', { topup: 40 });
    expect(await requestsOf(client(), part.id)).toEqual(['1 PENDING 60']);
    const whole = await bill('whole', { topup: 140 });
    expect([await requestsOf(client(), whole.id), await paidOf(whole.id)]).toEqual([[], 'PAID 100']);
    await callProviders(service);
    expect(await paidOf(part.id)).toBe('PAID 100');
    expect([...provider.charges.values()].map(({ amount }) => amount)).toEqual(['60']);
  });

  it('is not requested when it is nothing, or owed to the customer', async () => {
    const zero = await bill('zero', { rate: 0 });
    const negative = await bill('negative', { rate: -5 });
    for (const { id } of [zero, negative]) expect(await requestsOf(client(), id)).toEqual([]);
    expect([zero, negative].map(({ status }) => status)).toEqual(['PAID', 'REFUND_COMPLETED']);
  });

  it('of a group is requested as one, in the name of a member, and not from the members', async () => {
    const first = `${month}-01`;
    const until = `${month.add({ months: 1 })}-01`;
    for (const id of ['m1', 'm2']) await openPayer(client(), id, { rate: 100, from: first, until });
    const group = await formGroup(client(), { accounts: ['m1', 'm2'] });
    month = month.add({ months: 1 });
    await client().setClock(`${month}-02T00:00:00Z`);
    const [composite] = await listComposites(client(), group);
    const [member] = await listInvoices(client(), 'm1');
    expect(await requestsOf(client(), member.id)).toEqual([]);
    await callProviders(service);
    expect([lineOf(composite).split(' ')[3], await paidOf(composite.id)]).toEqual(['DUE', 'PAID 200']);
    expect((await listRequests(client(), composite.id))[0].accountId).toBe('m1');
    await days(1);
  });

  it('is not requested where the account says so', async () => {
    const setting = { id: 'PAYMENT_COLLECTION', namespace: 'PLATFORM', name: 'Collection' };
    const owner = { entityType: 'ORGANIZATION', entityId: 'default', dataType: 'STRING', value: 'false' };
    await client().must.post('/settings', { ...setting, ...owner });
    const { id } = await bill('by-hand');
    expect(await requestsOf(client(), id)).toEqual([]);
    await client().must.delete('/ext/v1/settings/setting.PLATFORM.PAYMENT_COLLECTION.ORGANIZATION.default');
    // Now somebody wants it to be.
    await client().must.post('/ext/v1/payment_requests', { invoiceId: id });
    await callProviders(service);
    expect(await paidOf(id)).toBe('PAID 100');
  });
});

describe('a request that waits for its payer', () => {
  it('has a link, as a setting of the invoice, and is paid when the provider says so', async () => {
    provider.decide = () => 'WAIT';
    const { id } = await bill('linked');
    await callProviders(service);
    const [request] = await listRequests(client(), id);
    const link = `https://pay.example/${request.id}`;
    expect(request).toMatchObject({ status: 'PENDING', paymentLink: link, call: 'ANSWERED' });
    const address = `/settings/setting.INTEGRATION.PAYMENT_LINK.INVOICE.${id}`;
    expect((await client().must.get(address)).value).toBe(link);
    chargeLater(provider, { about: request.id, amount: '100' });
    expect((await say(client(), secret, { requestId: request.id, status: 'SUCCEEDED' })).status).toBe(200);
    await client().settle();
    expect(await paidOf(id)).toBe('PAID 100');
  });

  it.each([
    ['less', '30', 'PARTIALLY_PAID 30', 0, ['1 SUCCEEDED 100', '1 PENDING 70']],
    ['more', '130', 'PAID 100', 30, ['1 SUCCEEDED 100']],
  ])('is paid with %s: it is recorded as it is', async (name, amount, paid, inWallet, requests) => {
    provider.decide = () => 'WAIT';
    const { id } = await bill(name);
    await callProviders(service);
    const [request] = await listRequests(client(), id);
    await say(client(), secret, { requestId: request.id, status: 'SUCCEEDED', amount, currency: 'USD' });
    await client().settle();
    expect([await paidOf(id), await fundsOf(client(), name)]).toEqual([paid, [inWallet, 0]]);
    expect((await requestsOf(client(), id)).toSorted()).toEqual(requests.toSorted());
  });

  it('is cancelled when the invoice is paid otherwise, or void, and the provider is notified', async () => {
    provider.decide = () => 'WAIT';
    const paid = await bill('otherwise');
    const gone = await bill('gone');
    await callProviders(service);
    await payInvoice(client(), { accountId: 'otherwise', invoiceId: paid.id, amount: 100 });
    await client().must.patch(`/invoices/${gone.id}`, { status: 'VOID' });
    await client().settle();
    for (const { id } of [paid, gone]) expect(await requestsOf(client(), id)).toEqual(['1 CANCELLED 100']);
    await callProviders(service);
    const cancels = provider.requested.filter(({ type }) => type === 'payment_request.cancel');
    expect(cancels).toHaveLength(2);
  });

  it('is never made known to the provider when it is over before that', async () => {
    const { id } = await bill('quick');
    await payInvoice(client(), { accountId: 'quick', invoiceId: id, amount: 100 });
    await callProviders(service);
    expect(await requestsOf(client(), id)).toEqual(['1 CANCELLED 100']);
    expect(provider.requested).toEqual([]);
  });

  it('is replaced by one for the rest when a part is paid otherwise, after it is cancelled', async () => {
    provider.decide = () => 'WAIT';
    const { id } = await bill('rest');
    await callProviders(service);
    await payInvoice(client(), { accountId: 'rest', invoiceId: id, amount: 25 });
    // Whether the first is charged is not known before the provider has cancelled it.
    expect(await requestsOf(client(), id)).toEqual(['1 CANCELLED 100']);
    await callProviders(service);
    expect((await requestsOf(client(), id)).toSorted()).toEqual(['1 CANCELLED 100', '1 PENDING 75']);
  });

  it('that was charged before it was cancelled: the money is in the wallet', async () => {
    provider.decide = () => 'WAIT';
    const { id } = await bill('crossed');
    await callProviders(service);
    await payInvoice(client(), { accountId: 'crossed', invoiceId: id, amount: 100 });
    const [request] = await listRequests(client(), id);
    await say(client(), secret, { requestId: request.id, status: 'SUCCEEDED' });
    await client().settle();
    expect([await requestsOf(client(), id), await paidOf(id)]).toEqual([['1 SUCCEEDED 100'], 'PAID 100']);
    expect(await fundsOf(client(), 'crossed')).toEqual([100, 0]);
  });
});

describe('a request that is rejected', () => {
  it('is tried again after 1, 3 and 7 days, and then no more', async () => {
    provider.decide = () => 'REFUSE';
    const { id } = await bill('refused');
    const at = Temporal.Instant.from((await client().must.get('/ext/v1/clock')).now);
    await callProviders(service);
    const made = async () => (await listRequests(client(), id)).length;
    const retries: [hours: number, requests: number][] = [
      [23, 1],
      [24, 2], // a day after the first refusal
      [24 * 4 - 1, 2],
      [24 * 4, 3], // three days after the second
      [24 * 11 - 1, 3],
      [24 * 11, 4], // seven days after the third
      [24 * 60, 4],
    ];
    for (const [hours, requests] of retries) {
      await client().setClock(at.add({ hours }).toString());
      expect([hours, await made()]).toEqual([hours, requests]);
      await callProviders(service);
    }
    expect(await requestsOf(client(), id)).toEqual([1, 2, 3, 4].map((attempt) => `${attempt} FAILED 100`));
    const [first] = await listRequests(client(), id);
    expect(first.failureReason).toBe('card declined');
    expect(await paidOf(id)).toBe('DUE 0');
    // Each try has a key of its own: the provider remembers that it has refused the ones before.
    const tries = provider.requested.filter(({ type }) => type === 'payment_request.create');
    expect(new Set(tries.map(({ key }) => key)).size).toBe(4);
    await days(1);
  });

  it('pays when it is said to have succeeded after all, once', async () => {
    provider.decide = () => 'REFUSE';
    const { id } = await bill('late');
    await callProviders(service);
    const [request] = await listRequests(client(), id);
    for (let i = 0; i < 3; i++) await say(client(), secret, { requestId: request.id, status: 'SUCCEEDED' });
    await say(client(), secret, { requestId: request.id, status: 'FAILED', reason: 'old news' });
    await client().settle();
    expect([await requestsOf(client(), id), await paidOf(id)]).toEqual([['1 SUCCEEDED 100'], 'PAID 100']);
    await days(2);
    expect(await requestsOf(client(), id)).toEqual(['1 SUCCEEDED 100']);
  });
});

it('the books agree', async () => {
  expect(await findMismatches(service)).toEqual([]);
});
