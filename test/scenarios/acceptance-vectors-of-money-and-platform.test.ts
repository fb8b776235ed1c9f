import { expect, test } from 'vitest';
import {
  type CardTerms,
  editTimeline,
  lineOf,
  listInvoices,
  onlyInvoice,
  openAccount,
  publishPlan,
  sellFee,
  sellUsage,
  use,
  valuesOf,
} from '#test/billing-scenario.ts';
import { formGroup } from '#test/group-scenario.ts';
import { addContact, withPortalToken } from '#test/portal.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

/*
 * The acceptance vectors of money-platform.md 26 over HTTP, on a clock that moves. Here are
 *   1 2 3 8 12 13 14 15 16 17 20
 * and the others, each with its number in its title or head:
 *   4 10 11 23  test/vectors/invoices-of-february
 *   5           a-wallet-pays-what-falls-due
 *   6 7         src/areas/payments/operations/create-payment
 *   9           src/areas/invoices/operations/update-invoice
 *   18          rejected-bill-run-leaves-the-drafts
 *   19          usage-alert-follows-its-cycle
 *   21          src/areas/webhooks/deliver
 *   22          daily-alert-is-checked-once-in-a-local-day
 *   24          src/areas/wallets/operations/get-wallet
 *   25          an-order-is-paid-in-two-parts
 */
const service = useService();

async function begin(organization: string, at = '2030-01-01T00:00:00Z'): Promise<Client> {
  const client = (await service.createOrganization(organization)).sandbox;
  await client.setClock(at);
  return client;
}

const usage = (billableId: string, rate: number): CardTerms => ({
  ...{ type: 'USAGE', billableId, usage: { model: 'TIERED', slabs: [{ rate }] } },
});
const fee = (billableId: string, rate: number): CardTerms => ({
  ...{ type: 'FIXED_FEE', billableId, fee: { rate, isProrated: true } },
});
const min = (rate: number): CardTerms => ({
  ...{ type: 'MINIMUM_COMMITMENT', billableId: 'THE_PLAN' },
  details: { minimumCommitmentRateCard: { displayName: 'Minimum', rateValues: [{ currency: 'USD', rate }] } },
});

async function subscribe(client: Client, account: string, cards: CardTerms[]): Promise<void> {
  const planId = await publishPlan(client, { name: `Plan of ${account}`, cards });
  await openAccount(client, account);
  await editTimeline(client, account, [{ planId, from: '2030-01-01', until: '2030-02-01' }]);
}

async function consume(client: Client, account: string, amount: string): Promise<void> {
  await client.setClock('2030-01-11T00:00:00Z');
  await use(client, { meter: 'calls', account, at: '2030-01-10T00:00:00Z', amount });
}

const grant = (client: Client, accountId: string, terms: object): Promise<Reply['body']> =>
  client.must
    .post('/credits', { creditRequests: [{ accountId, effectiveFrom: '2030-01-01', priority: 1, ...terms }] })
    .then(([credit]) => credit);

test('1: two leaves of 0.005 USD are 0.02', async () => {
  const client = await begin('v1');
  const [a, b] = [await sellUsage(client, 'calls'), await sellUsage(client, 'reads')];
  await subscribe(client, 'acme', [usage(a, 0.005), usage(b, 0.005)]);
  await consume(client, 'acme', '1');
  await use(client, { meter: 'reads', account: 'acme', at: '2030-01-10T00:00:00Z', amount: '1' });
  await client.setClock('2030-02-01T00:00:00Z');
  expect(lineOf(await onlyInvoice(client, 'acme'))).toBe('2030-01-01 to 2030-02-01 DUE 0.02');
});

test('2: the worked invoice of 10.2, of which what is in advance stands on its own', async () => {
  const client = await begin('v2');
  const [calls, base, ahead] = [
    await sellUsage(client, 'calls'),
    await sellFee(client, 'base'),
    await sellFee(client, 'ahead'),
  ];
  await client.must.post('/settings', {
    ...{ entityType: 'ORGANIZATION', entityId: 'v2', namespace: 'PLATFORM', id: 'TAX_RATES', name: 'Taxes' },
    ...{ dataType: 'JSON', value: '[{"name":"Tax","rate":"0.1"}]' },
  });
  await subscribe(client, 'acme', [
    ...[usage(calls, 0.1), fee(base, 100), min(600)],
    { ...fee(ahead, 50), timing: 'IN_ADVANCE' },
  ]);
  await grant(client, 'acme', { purpose: 'Gift', creditAmount: 100, effectiveFrom: '2030-01-02' });
  await consume(client, 'acme', '3921');
  const [, draft] = await listInvoices(client, 'acme');
  await client.must.put(`/invoices/${draft.id}/miscellaneous_charges`, {
    items: [
      { name: 'Ten percent', value: JSON.stringify({ '*': [{ var: calls }, 0.1] }) },
      { name: 'Support', rate: 20, quantity: 2 },
    ],
  });
  await client.setClock('2030-02-01T00:00:00Z');
  const [advance, arrears] = await listInvoices(client, 'acme');
  expect(valuesOf(advance, 'TOTAL_ADVANCED_FEES', 'TAX_AMOUNT', 'GRAND_TOTAL_AMOUNT')).toEqual([
    ...[
      ['GRAND_TOTAL_AMOUNT', 55],
      ['TOTAL_ADVANCED_FEES', 50],
      ['TAX_AMOUNT', 5],
    ], // together 692.13
  ]);
  const rows: [type: string, value: number][] = [
    ['GRAND_TOTAL_AMOUNT', 637.13], //       500 + 79.21 + 57.92
    ['NET_AMOUNT', 500],
    ['GROSS_AMOUNT', 600],
    ['PRICE_PLAN_AMOUNT', 600],
    ['SUB_TOTAL_AMOUNT', 492.1], //          3921 × 0.1 + 100
    ['TRUE_UP_AMOUNT', 107.9], //            600 − 492.10
    ['TOTAL_CREDITS', -100],
    ['TOTAL_MISCELLANEOUS_CHARGES', 79.21], // 39.21 + 20 × 2
    ['TOTAL_TAX_AMOUNT', 57.92], //          579.21 × 0.1 = 57.921
  ];
  expect(valuesOf(arrears, ...rows.map(([type]) => type))).toEqual(rows);
});

test('3: the credits of 13.5: NET 20; B consumed, A has 10 left, C 50', async () => {
  const client = await begin('v3');
  const [calls, base] = [await sellUsage(client, 'calls'), await sellFee(client, 'base')];
  const { id: bought } = await client.must.post('/addons', { name: 'Credits', type: 'CREDIT_GRANT' });
  const slabDetails = [{ startAfter: 0, priceType: 'FLAT', rate: 20 }];
  const rates = {
    pricingModel: 'TIERED',
    currencySlabRateDetails: [{ currency: 'USD', creditAmount: 20, slabDetails }],
  };
  const grantDetails = { priority: 100, expiryType: 'NO_EXPIRY' };
  const credits = { creditGrantRateCard: { grantDetails, rateDetails: rates } };
  await subscribe(client, 'acme', [
    ...[usage(calls, 1), fee(base, 50)],
    { type: 'CREDIT_GRANT', billableId: bought, details: credits },
  ]);
  const granted = new Map<string, string>();
  const terms = [
    ['A', { creditAmount: 40, effectiveUntil: '2030-12-31', applicableEntityIds: [calls] }],
    ['B', { creditAmount: 30, effectiveUntil: '2030-06-30' }],
    ['C', { creditAmount: 100, priority: 5, applicableEntityIds: ['ALL_FIXED_FEE_RATE_CARDS'] }],
  ] as const;
  for (const [purpose, more] of terms)
    granted.set(purpose, (await grant(client, 'acme', { purpose, ...more })).id);
  await consume(client, 'acme', '60');
  await client.setClock('2030-02-01T00:00:00Z');
  const invoice = await onlyInvoice(client, 'acme');
  // 130 − 30 of B − 30 of A − 50 of C; the 20 that buy credits are paid with none
  expect(valuesOf(invoice, 'GROSS_AMOUNT', 'TOTAL_CREDITS', 'NET_AMOUNT')).toEqual([
    ['NET_AMOUNT', 20],
    ['GROSS_AMOUNT', 130],
    ['TOTAL_CREDITS', -110],
  ]);
  const left = await Promise.all(
    [...granted].map(async ([name, id]) => {
      const { status, creditAmount, consumedAmount } = await client.must.get(`/credits/${id}`);
      return `${name} ${status} ${creditAmount - consumedAmount}`;
    }),
  );
  expect(left).toEqual(['A ACTIVE 10', 'B CONSUMED 0', 'C ACTIVE 50']);
});

test('8: an alias moved on 1 March counts for the old account with an event of 28 February', async () => {
  const client = await begin('v8');
  await sellUsage(client, 'calls');
  await client.setClock('2030-03-02T00:00:00Z');
  const march = '2030-03-01T00:00:00Z';
  await openAccount(client, 'old', { accountAliases: [{ value: 'moving', effectiveUntil: march }] });
  await openAccount(client, 'new', { accountAliases: [{ value: 'moving', effectiveFrom: march }] });
  for (const at of ['2030-02-28T23:59:59.999Z', march])
    await use(client, { meter: 'calls', account: 'moving', at, amount: '1' });
  const timesOf = async (account: string) =>
    (await client.must.get(`/events?account_id=${account}`)).events.map(
      ({ eventPayload }: Reply['body']) => eventPayload.timestamp,
    );
  expect([await timesOf('old'), await timesOf('new')]).toEqual([
    ['2030-02-28T23:59:59.999Z'],
    ['2030-03-01T00:00:00.000Z'],
  ]);
});

test('12: the day of the organization decides whether members of two zones are on one bill', async () => {
  const composites = async (home: string, zones: [account: string, zone: string][]) => {
    const client = await begin(`v12-${home.split('/')[1]}`, '2029-12-30T00:00:00Z');
    const base = await sellFee(client, 'base');
    for (const [account, timezone] of zones) {
      await client.must.patch('/ext/v1/organization', { timezone });
      await subscribe(client, account, [fee(base, 10)]);
    }
    await client.must.patch('/ext/v1/organization', { timezone: home });
    const group = await formGroup(client, { accounts: zones.map(([account]) => account) });
    await client.setClock('2030-02-03T12:00:00Z');
    return (await listInvoices(client, group)).map(({ totalAmount }) => totalAmount);
  };
  // 31 January 15:00 and 1 February 05:00 UTC are 04:00 and 18:00 of 1 February in Auckland.
  const apart: [string, string][] = [
    ['east', 'Asia/Tokyo'],
    ['west', 'America/New_York'],
  ];
  expect(await composites('Pacific/Auckland', apart)).toEqual([20]);
  // They are 10:00 of 31 January and 00:00 of 1 February in New York.
  expect(await composites('America/New_York', apart)).toEqual([10, 10]);
});

test('13, 14: a portal token sees 404 of another customer, and 403 of its own without a grant', async () => {
  const client = await begin('v13');
  for (const account of ['mine', 'theirs']) await openAccount(client, account);
  const hidden = { id: 'hidden', customerId: 'customer-mine', name: 'Hidden' };
  await client.must.post('/accounts', hidden);
  const days = { startDate: '2029-12-01T00:00:00Z', endDate: '2030-01-01T00:00:00Z' };
  const lineItems = [{ description: 'Work', value: 1 }];
  const { id } = await client.must.post('/invoices', {
    accountId: 'theirs',
    status: 'DUE',
    ...days,
    lineItems,
  });
  await addContact(client, { customer: 'customer-mine', email: 'ann@x.y', access: { accountIds: ['mine'] } });
  const { token } = await client.must.post('/organizations/v13/token', { email: 'ann@x.y' });
  const portal = withPortalToken(service, token);
  const statusOf = async (path: string) => (await portal.get(path)).status;
  expect([
    await statusOf(`/invoices/${id}`),
    await statusOf('/accounts/hidden'),
    await statusOf('/accounts/mine'),
  ]).toEqual([404, 403, 200]);
});

test('15, 16: a tampered nextToken is 400, a key with another body 422', async () => {
  const client = await begin('v15');
  for (const account of ['one', 'two']) await openAccount(client, account);
  const { nextToken } = await client.must.get('/accounts?pageSize=1');
  const tampered = `${nextToken.slice(0, -2)}${nextToken.at(-2) === 'A' ? 'B' : 'A'}${nextToken.slice(-1)}`;
  expect((await client.get(`/accounts?pageSize=1&nextToken=${encodeURIComponent(tampered)}`)).status).toBe(
    400,
  );
  const topUp = (topupAmount: number) =>
    client.post('/accounts/one/wallet_topup', { topupAmount }, { 'idempotency-key': 'key-1' });
  expect([(await topUp(5)).status, (await topUp(5)).body.balance, (await topUp(6)).status]).toEqual([
    200, 5, 422,
  ]);
});

test('17: a charge on a line that is not there is 0, with a notice', async () => {
  const client = await begin('v17');
  await subscribe(client, 'acme', [fee(await sellFee(client, 'base'), 10)]);
  const { id } = await onlyInvoice(client, 'acme');
  const items = [{ name: 'On calls', value: '{"*":[{"var":"um.calls"},0.1]}' }];
  await client.must.put(`/invoices/${id}/miscellaneous_charges`, { items });
  const draft = await client.must.get(`/invoices/${id}`);
  expect(valuesOf(draft, 'MISCELLANEOUS_CHARGE')).toEqual([['MISCELLANEOUS_CHARGE', 0]]);
  expect(draft.info).toContainEqual({ type: 'MISC_CHARGE_VARIABLE_MISSING', value: 'On calls:um.calls' });
  await client.setClock('2030-02-01T00:00:00Z');
  expect(lineOf(await onlyInvoice(client, 'acme'))).toBe('2030-01-01 to 2030-02-01 DUE 10');
});

test('20: an e-mail of two customers needs the customer', async () => {
  const client = await begin('v20');
  for (const account of ['one', 'two']) {
    await openAccount(client, account);
    await addContact(client, {
      customer: `customer-${account}`,
      email: 'ann@x.y',
      access: { allAccounts: true },
    });
  }
  const request = (body: object) => client.post('/organizations/v20/token', { email: 'ann@x.y', ...body });
  expect([(await request({})).status, (await request({ customerId: 'customer-one' })).status]).toEqual([
    409, 200,
  ]);
});
