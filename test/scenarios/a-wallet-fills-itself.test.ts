import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { fundsOf } from '#test/payment-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';
import {
  callProviders,
  connect,
  LOCAL_CONNECTOR,
  requestsOf,
  useScriptedProvider,
} from '#test/scripted-provider.ts';

const service = useService(LOCAL_CONNECTOR);
const provider = useScriptedProvider();
const client = () => service.sandbox;
const TERMS = { enabled: true, threshold: '50', topupAmount: '200', maxPerDay: 2, maxPerMonth: 3 };
let accounts = 0;

const store = (accountId: string, terms: object) =>
  client().post('/settings', {
    ...{ id: 'WALLET_AUTO_TOPUP', namespace: 'PLATFORM', name: 'Top-up', dataType: 'JSON' },
    ...{ entityType: 'ACCOUNT', entityId: accountId, value: JSON.stringify(terms) },
  });
const settingOf = async (accountId: string) =>
  JSON.parse(
    (await client().must.get(`/settings/setting.PLATFORM.WALLET_AUTO_TOPUP.ACCOUNT.${accountId}`)).value,
  );

/** An account whose wallet has 100 and fills itself below 50. */
async function open(): Promise<string> {
  const id = `payer-${++accounts}`;
  await openAccount(client(), id);
  await client().must.post(`/accounts/${id}/wallet_topup`, { topupAmount: 100 });
  expect((await store(id, TERMS)).status).toBe(201);
  return id;
}

/** Takes money out of the wallet, and does what follows. */
async function spend(accountId: string, amount: number): Promise<void> {
  await client().must.post(`/ext/v1/accounts/${accountId}/wallet/convert`, { amount });
  await client().settle();
}

async function ordersOf(accountId: string): Promise<Reply['body'][]> {
  const { data } = await client().must.get(`/invoices?owner_id=${accountId}`);
  return data.toReversed();
}
const pass = async (duration: Temporal.DurationLike) => {
  const { now } = await client().must.get('/ext/v1/clock');
  await client().setClock(Temporal.Instant.from(now).add(duration).toString());
};

beforeAll(() => client().setClock('2030-01-01T12:00:00Z'));

describe('a setting', () => {
  it('400 while nobody collects money, and for half a cent', async () => {
    await openAccount(client(), 'alone');
    const { status, body } = await store('alone', TERMS);
    expect([status, body.message]).toEqual([
      400,
      'value: no payment provider collects money; configure one with PUT /ext/v1/payment_provider first',
    ]);
    expect((await store('alone', { ...TERMS, enabled: false })).status).toBe(201);
    await connect(client(), provider);
    const fine = await store('alone', { ...TERMS, topupAmount: '1.005' });
    expect([fine.status, fine.body.message]).toEqual([
      400,
      'value: topupAmount must have at most 2 decimal places in USD',
    ]);
  });
});

describe('a wallet', () => {
  let id: string;
  beforeEach(async () => {
    id = await open();
  });

  it('orders more when it has less than its threshold, and gets it when it is paid', async () => {
    await spend(id, 50);
    expect(await ordersOf(id)).toEqual([]); // 50 is not below 50
    await spend(id, 0.01);
    const [order] = await ordersOf(id);
    expect([order.invoiceClass, order.totalAmount]).toEqual(['ORDER', 200]);
    await spend(id, 9.99);
    expect(await ordersOf(id)).toHaveLength(1); // it waits for the first
    await callProviders(service);
    expect([await fundsOf(client(), id), await requestsOf(client(), order.id)]).toEqual([
      [240, 0], // 100 − 60 + 200
      ['1 SUCCEEDED 200'],
    ]);
    await spend(id, 195);
    expect(await ordersOf(id)).toHaveLength(2);
  });

  it('orders once when there are ten debits at once', async () => {
    const debits = Array.from({ length: 10 }, () =>
      client().post(`/ext/v1/accounts/${id}/wallet/convert`, { amount: 9 }),
    );
    for (const { status } of await Promise.all(debits)) expect(status).toBe(200);
    await Promise.all([client().settle(), client().settle(), client().settle()]);
    expect(await ordersOf(id)).toHaveLength(1);
  });

  it('orders no more often in a day and a month than it may', async () => {
    const orders: number[] = [];
    for (const [hours, amount] of [
      [0, 60], // the first of the day
      [1, 200], // the second
      [1, 200], // no third
      [24, 1], // on the next day, the third of the month
      [24, 200], // no fourth
      [24 * 31, 1], // in the next month
    ] as const) {
      await pass({ hours });
      await spend(id, amount);
      await callProviders(service);
      orders.push((await ordersOf(id)).length);
    }
    expect(orders).toEqual([1, 2, 2, 3, 3, 4]);
  });

  it('is tried again after 1, 6 and 24 hours, and then waits until it is enabled', async () => {
    provider.decide = () => 'REFUSE';
    await spend(id, 60);
    const [order] = await ordersOf(id);
    await callProviders(service);
    const made: [hours: number, requests: number][] = [];
    for (const hours of [0.5, 0.5, 5, 1, 23, 1, 100]) {
      await pass({ minutes: hours * 60 });
      made.push([hours, (await requestsOf(client(), order.id)).length]);
      await callProviders(service);
    }
    // After 1 hour, 6 hours more, and 24 hours more.
    expect(made).toEqual([
      ...[
        [0.5, 1],
        [0.5, 2],
      ],
      ...[
        [5, 2],
        [1, 3],
      ],
      ...[
        [23, 3],
        [1, 4],
      ],
      [100, 4],
    ]);
    expect((await client().must.get(`/invoices/${order.id}`)).status).toBe('VOID');
    expect(await settingOf(id)).toEqual({ ...TERMS, enabled: false });
    await spend(id, 1);
    expect(await ordersOf(id)).toHaveLength(1);
    provider.decide = () => 'SUCCEED';
    await store(id, TERMS);
    await spend(id, 1);
    await callProviders(service);
    expect(await fundsOf(client(), id)).toEqual([238, 0]); // 100 − 60 − 1 − 1 + 200
  });

  it('that is INACTIVE does not', async () => {
    await spend(id, 50);
    await client().must.post(`/ext/v1/accounts/${id}/wallet/convert`, { amount: 10 });
    await client().must.patch(`/accounts/${id}/wallet`, { status: 'INACTIVE' });
    await client().settle();
    expect(await ordersOf(id)).toEqual([]);
  });
});

it('the books agree', async () => {
  expect(await findMismatches(service)).toEqual([]);
});
