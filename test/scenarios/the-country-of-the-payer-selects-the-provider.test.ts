import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { type Reply, useService } from '#test/running-app.ts';
import {
  callProviders,
  connect,
  connectFor,
  LOCAL_CONNECTOR,
  listRequests,
  requestsOf,
  say,
  signEvent,
  useScriptedProvider,
} from '#test/scripted-provider.ts';

/*
 * Two providers: one serves German and Austrian payers, the other one all the rest. Addresses say US
 * unless a test says otherwise.
 */
const service = useService(LOCAL_CONNECTOR);
const everywhere = useScriptedProvider();
const german = useScriptedProvider();
const client = () => service.sandbox;
let defaultSecret: string;
let germans: { id: string; secret: string };

beforeAll(async () => {
  await client().setClock('2030-01-01T00:00:00Z');
  defaultSecret = await connect(client(), everywhere);
  germans = await connectFor(client(), german, { name: 'Haus', countries: ['de', 'AT'] });
});

const live = (account: string, country: string | undefined) =>
  client().must.patch(`/customers/customer-${account}`, {
    address: { line1: '1', ...(country && { country }) },
  });

/** An account with an invoice that has just fallen due, and nobody was called about yet. */
async function owe(account: string, country: string | undefined, value = 100): Promise<string> {
  if ((await client().get(`/accounts/${account}`)).status === 404) await openAccount(client(), account);
  await live(account, country);
  return oweMore(account, value);
}

async function oweMore(accountId: string, value = 100): Promise<string> {
  const { id } = await client().must.post('/invoices', {
    ...{ accountId, ownerType: 'ACCOUNT', status: 'DUE', applyCredits: false, applyWalletBalance: false },
    ...{ startDate: '2029-12-01T00:00:00Z', endDate: '2030-01-01T00:00:00Z' },
    lineItems: [{ description: 'Work', value }],
  });
  await client().settle();
  return id;
}

const change = (body: object) =>
  client().must.put(`/ext/v1/payment_providers/${germans.id}`, {
    ...{ kind: 'CONNECTOR', url: german.url, ...body },
  });
const types = ({ requested }: { requested: { type: string }[] }) => requested.map(({ type }) => type);
const stateOf = async (id: string) => (await client().must.get(`/invoices/${id}`)).status;
const newest = async (id: string): Promise<Reply['body']> => (await listRequests(client(), id)).at(-1);

describe('what falls due', () => {
  it.each<[account: string, country: string | undefined, who: string]>([
    ['berlin', 'DE', 'Haus'],
    ['vienna', 'at', 'Haus'],
    ['boston', 'US', 'Scripted'],
    ['nowhere', undefined, 'Scripted'],
  ])('is asked of who serves %s, %s: %s', async (account, country, who) => {
    const id = await owe(account, country);
    await callProviders(service);
    const requested = ['customer.create', 'payment_request.create'];
    expect([types(german), types(everywhere)]).toEqual(who === 'Haus' ? [requested, []] : [[], requested]);
    expect([await stateOf(id), (await newest(id)).provider]).toEqual(['PAID', who]);
    const { data } = await client().must.get(`/payments?account_id=${account}`);
    expect(data[0].externalPaymentReferences.sourceName).toBe(who);
  });

  it('uses the address of the account if the customer has no country', async () => {
    await openAccount(client(), 'graz');
    await client().must.patch('/accounts/graz', { address: { line1: '1', country: 'AT' } });
    expect((await newest(await owe('graz', undefined))).provider).toBe('Haus');
  });

  it('has its link from the same provider', async () => {
    german.decide = () => 'WAIT';
    const id = await owe('hamburg', 'DE');
    await callProviders(service);
    const { id: requestId } = await newest(id);
    const { value } = await client().must.get(`/settings/setting.INTEGRATION.PAYMENT_LINK.INVOICE.${id}`);
    expect(value).toBe(`https://pay.example/${requestId}`);
    await say(client(), germans.secret, { requestId, status: 'FAILED' });
    await client().settle();
  });
});

describe('a payment request stays with its provider', () => {
  it('its events: another provider has no access, and may use the same event ids', async () => {
    german.decide = () => 'WAIT';
    everywhere.decide = () => 'WAIT';
    const ours = await owe('bremen', 'DE');
    const theirs = await owe('chicago', 'US');
    await callProviders(service);
    const [ourId, theirId] = [(await newest(ours)).id, (await newest(theirs)).id];
    const foreign = await say(client(), defaultSecret, { requestId: ourId, status: 'SUCCEEDED' });
    expect([foreign.status, foreign.body.message]).toEqual([404, `payment request ${ourId} not found`]);
    const send = (secret: string, requestId: string) =>
      client().must.post(
        '/ext/v1/payment_provider/events',
        signEvent(secret, { requestId, status: 'SUCCEEDED' }, { id: 'evt_same' }),
      );
    expect(await send(germans.secret, ourId)).toEqual({ isNew: true });
    expect(await send(defaultSecret, theirId)).toEqual({ isNew: true });
    expect(await send(defaultSecret, theirId)).toEqual({ isNew: false });
    await client().settle();
    expect([await stateOf(ours), await stateOf(theirs)]).toEqual(['PAID', 'PAID']);
  });

  it('its retries, cancellation and refund, though the country is served by another one since', async () => {
    german.decide = () => 'REFUSE';
    const rejected = await owe('koeln', 'DE');
    german.decide = () => 'WAIT';
    const paid = await owe('bonn', 'DE', 50);
    await callProviders(service);
    await say(client(), germans.secret, { requestId: (await newest(rejected)).id, status: 'FAILED' });
    await say(client(), germans.secret, { requestId: (await newest(paid)).id, status: 'SUCCEEDED' });
    await client().settle();
    const cancelled = await oweMore('bonn', 70);
    await callProviders(service);
    await change({ countries: ['LI'] });
    expect((await newest(await owe('ulm', 'DE'))).provider).toBe('Scripted');
    await callProviders(service);
    german.requested.length = 0;
    everywhere.requested.length = 0;
    german.decide = () => 'SUCCEED';
    await client().must.patch(`/invoices/${cancelled}`, { status: 'VOID' });
    await client().must.patch(`/invoices/${paid}`, { status: 'REFUND_INITIATED' });
    await client().settle();
    await callProviders(service);
    expect([types(german).toSorted(), types(everywhere)]).toEqual([
      ['payment_request.cancel', 'refund.create'],
      [],
    ]);
    expect([await stateOf(cancelled), await stateOf(paid)]).toEqual(['VOID', 'REFUND_COMPLETED']);
    await client().setClock('2030-01-02T00:00:00Z');
    await callProviders(service);
    expect((await requestsOf(client(), rejected)).toSorted()).toEqual(['1 FAILED 100', '2 SUCCEEDED 100']);
    expect([types(german).at(-1), types(everywhere)]).toEqual(['payment_request.create', []]);
    await change({ countries: ['DE', 'AT'] });
  });

  it('until it is OFFLINE: others try again, refunds are by hand, and late money still counts', async () => {
    german.decide = () => 'WAIT';
    const [rejected, late, paid] = [
      await owe('jena', 'DE'),
      await owe('gera', 'DE'),
      await owe('suhl', 'DE'),
    ];
    await callProviders(service);
    await say(client(), germans.secret, { requestId: (await newest(rejected)).id, status: 'FAILED' });
    await say(client(), germans.secret, { requestId: (await newest(paid)).id, status: 'SUCCEEDED' });
    await client().settle();
    await client().must.put(`/ext/v1/payment_providers/${germans.id}`, { kind: 'OFFLINE', countries: [] });
    await client().setClock('2030-01-03T00:00:00Z');
    await callProviders(service);
    expect([await stateOf(rejected), (await newest(rejected)).provider]).toEqual(['PAID', 'Scripted']);
    await client().must.patch(`/invoices/${paid}`, { status: 'REFUND_INITIATED' });
    await client().settle();
    const { metadata } = await client().must.get(`/invoices/${paid}`);
    expect([metadata.manualRefunds.length, metadata.providerRefunds]).toEqual([1, undefined]);
    await say(client(), germans.secret, { requestId: (await newest(late)).id, status: 'SUCCEEDED' });
    await client().settle();
    expect(await stateOf(late)).toBe('PAID');
    expect((await client().delete(`/ext/v1/payment_providers/${germans.id}`)).headers['error-code']).toBe(
      'PAYMENT_PROVIDER_ASKED',
    );
    await change({ countries: ['DE', 'AT'] });
  });
});

describe('a country that is billed by hand', () => {
  it('has no payment requests and no auto top-up', async () => {
    await client().must.post('/ext/v1/payment_providers', {
      ...{ kind: 'OFFLINE', name: 'By hand', countries: ['CH'] },
    });
    const id = await owe('bern', 'CH');
    expect(await requestsOf(client(), id)).toEqual([]);
    expect((await client().post('/ext/v1/payment_requests', { invoiceId: id })).headers['error-code']).toBe(
      'NO_PAYMENT_PROVIDER',
    );
    await openAccount(client(), 'genf');
    await live('genf', 'CH');
    const fill = async (accountId: string) => {
      await client().must.post('/settings', {
        ...{ id: 'WALLET_AUTO_TOPUP', namespace: 'PLATFORM', name: 'Top-up', dataType: 'JSON' },
        ...{ entityType: 'ACCOUNT', entityId: accountId },
        value: JSON.stringify({
          ...{ enabled: true, threshold: '50', topupAmount: '200', maxPerDay: 3, maxPerMonth: 20 },
        }),
      });
      await client().must.post(`/accounts/${accountId}/wallet_topup`, { topupAmount: 20 });
      const invoiceId = await oweMore(accountId, 15);
      await client().must.post(`/ext/v1/accounts/${accountId}/wallet/allocate`, { invoiceId, amount: 15 });
      await client().settle();
      await callProviders(service);
      return (await client().must.get(`/accounts/${accountId}/wallet`)).balance;
    };
    expect(await fill('genf')).toBe(5);
    await openAccount(client(), 'linz');
    await live('linz', 'AT');
    expect(await fill('linz')).toBe(205);
    expect(types(german)).toContain('payment_request.create');
  });
});

it('the books agree', async () => {
  expect(await findMismatches(service)).toEqual([]);
});
