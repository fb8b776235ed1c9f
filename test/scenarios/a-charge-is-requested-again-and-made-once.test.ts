import { beforeAll, describe, expect, it } from 'vitest';
import { onlyInvoice } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { openPayer } from '#test/group-scenario.ts';
import { fundsOf, payInvoice } from '#test/payment-scenario.ts';
import { useService } from '#test/running-app.ts';
import {
  callProviders,
  connect,
  inAMoment,
  LOCAL_CONNECTOR,
  listRequests,
  requestsOf,
  say,
  signEvent,
  useScriptedProvider,
} from '#test/scripted-provider.ts';

/*
 * Every account pays 100 for one month. What the provider charged is what it says itself, and what the books
 * say are the payments; whatever goes wrong between the two, they are the same in the end.
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

async function bill(id: string): Promise<string> {
  const next = month.add({ months: 1 });
  await openPayer(client(), id, { rate: 100, from: `${month}-01`, until: `${next}-01` });
  await client().setClock(`${next}-01T00:00:00Z`);
  month = next;
  return (await onlyInvoice(client(), id)).id;
}

const charged = () => [...provider.charges.values()].map(({ amount }) => Number(amount));
async function recorded(accountId: string): Promise<number[]> {
  const { data } = await client().must.get(`/payments?account_id=${accountId}`);
  return data.map(({ totalAmount }: { totalAmount: number }) => totalAmount);
}
const creations = () => provider.requested.filter(({ type }) => type === 'payment_request.create');
const minutesLater = (minutes: number) => callProviders(service, { at: inAMoment().add({ minutes }) });

describe('a provider that', () => {
  it('charges and never responds gets the request again under the same key', async () => {
    const id = await bill('silent');
    provider.faults.push('SILENT');
    await callProviders(service);
    expect([await requestsOf(client(), id), charged()]).toEqual([['1 PENDING 100'], [100]]);
    expect((await listRequests(client(), id))[0]).toMatchObject({
      ...{ call: 'OPEN', lastError: 'no complete response within 0.4 s' },
    });
    await minutesLater(1);
    expect([await requestsOf(client(), id), charged()]).toEqual([['1 SUCCEEDED 100'], [100]]);
    expect(new Set(creations().map(({ key }) => key)).size).toBe(1);
    expect(new Set(creations().map(({ content }) => JSON.stringify(content))).size).toBe(1);
    expect(await recorded('silent')).toEqual([100]);
  });

  it('charges and responds with 500, or is unreachable, gets retries until it responds', async () => {
    const id = await bill('broken');
    provider.faults.push('AWAY', 'BROKEN', 'AWAY');
    for (const minutes of [0, 1, 3, 15]) await minutesLater(minutes);
    expect([creations().length, charged(), await recorded('broken')]).toEqual([4, [100], [100]]);
    expect(await requestsOf(client(), id)).toEqual(['1 SUCCEEDED 100']);
  });

  it('does not respond but sends an event: the event applies, a later response does not', async () => {
    const id = await bill('said');
    provider.faults.push('SILENT');
    await callProviders(service);
    const [request] = await listRequests(client(), id);
    const event = { requestId: request.id, status: 'SUCCEEDED', providerId: `prov-${request.id}` };
    for (let i = 0; i < 3; i++) await say(client(), secret, event);
    await client().settle();
    await minutesLater(1);
    expect([await recorded('said'), charged(), await fundsOf(client(), 'said')]).toEqual([
      [100],
      [100],
      [0, 0],
    ]);
  });

  it('sends its events twice and in the wrong order is paid once', async () => {
    provider.decide = () => 'WAIT';
    const id = await bill('disordered');
    await callProviders(service);
    const [{ id: requestId }] = await listRequests(client(), id);
    const events = [
      { status: 'SUCCEEDED', amount: '100' },
      { status: 'PENDING', paymentLink: 'https://pay.example/old' },
      { status: 'FAILED', reason: 'first card' },
      { status: 'SUCCEEDED', amount: '100' },
      { status: 'CANCELLED' },
    ].map((state) => signEvent(secret, { requestId, ...state }));
    for (const event of [...events, ...events.toReversed()]) {
      await client().must.post('/ext/v1/payment_provider/events', event);
      await client().settle();
    }
    expect([await recorded('disordered'), await requestsOf(client(), id)]).toEqual([
      [100],
      ['1 SUCCEEDED 100'],
    ]);
    expect(await fundsOf(client(), 'disordered')).toEqual([0, 0]);
  });

  it('does not respond for 23 hours gets no retry, because it may have forgotten the key', async () => {
    const id = await bill('forgetful');
    provider.faults.push(...Array(200).fill('AWAY'));
    for (let hours = 0; hours < 30; hours++) await minutesLater(hours * 60);
    const requested = creations().length;
    expect((await listRequests(client(), id))[0]).toMatchObject({ status: 'PENDING', call: 'GIVEN_UP' });
    await minutesLater(60 * 48);
    expect(creations().length).toBe(requested);
    // Somebody has found out that it was never charged.
    provider.faults.length = 0;
    const [{ id: requestId }] = await listRequests(client(), id);
    await client().must.post(`/ext/v1/payment_requests/${requestId}/retry`);
    await callProviders(service);
    expect([await requestsOf(client(), id), charged()]).toEqual([['1 SUCCEEDED 100'], [100]]);
  });

  it('may have charged gets no cancellation before it has responded', async () => {
    const id = await bill('ordered');
    provider.faults.push('AWAY');
    await callProviders(service);
    await payInvoice(client(), { accountId: 'ordered', invoiceId: id, amount: 100 });
    // The cancellation is due, and the request is not yet.
    await callProviders(service);
    await minutesLater(1);
    const types = provider.requested.map(({ type }) => type).filter((type) => type !== 'customer.create');
    expect(types.slice(0, 2)).toEqual(['payment_request.create', 'payment_request.create']);
    expect([charged(), await recorded('ordered')]).toEqual([[100], [100, 100]]);
    expect(await fundsOf(client(), 'ordered')).toEqual([100, 0]);
  });

  it('is called by two processes at once charges once', async () => {
    const id = await bill('two');
    await Promise.all([callProviders(service), callProviders(service)]);
    expect([creations().length, charged(), await requestsOf(client(), id)]).toEqual([
      ...[1, [100]],
      ['1 SUCCEEDED 100'],
    ]);
  });
});

it('money that somebody has recorded by hand already is recorded once', async () => {
  provider.decide = () => 'WAIT';
  const id = await bill('by-hand');
  await callProviders(service);
  const [{ id: requestId }] = await listRequests(client(), id);
  await client().must.post('/payments', {
    ...{ accountId: 'by-hand', currency: 'USD', totalAmount: 100 },
    externalPaymentReference: { sourceName: 'Scripted', sourceType: 'GATEWAY', transactionNumber: 'tx-1' },
    lineItemRecords: [{ type: 'INVOICE', platformId: id, order: 1 }],
  });
  await say(client(), secret, { requestId, status: 'SUCCEEDED', transactionNumber: 'tx-1' });
  await client().settle();
  expect([await recorded('by-hand'), await requestsOf(client(), id)]).toEqual([[100], ['1 CANCELLED 100']]);
});

it('money for an invoice that is void is in the wallet, also one that is INACTIVE', async () => {
  provider.decide = () => 'WAIT';
  const id = await bill('void');
  await callProviders(service);
  const [{ id: requestId }] = await listRequests(client(), id);
  await client().must.patch(`/invoices/${id}`, { status: 'VOID' });
  await client().must.patch('/accounts/void/wallet', { status: 'INACTIVE' });
  await say(client(), secret, { requestId, status: 'SUCCEEDED' });
  await client().settle();
  expect([await requestsOf(client(), id), await fundsOf(client(), 'void')]).toEqual([
    ['1 SUCCEEDED 100'],
    [100, 0],
  ]);
});

it('the books agree', async () => {
  expect(await findMismatches(service)).toEqual([]);
});
