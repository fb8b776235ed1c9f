import { beforeAll, describe, expect, it } from 'vitest';
import { setAutoAdvance } from '#test/bill-run-scenario.ts';
import { editTimeline, openAccount, publishPlan, sellFee, sellUsage, use } from '#test/billing-scenario.ts';
import { type Client, type Reply, useService, client as withKey } from '#test/running-app.ts';

const service = useService();
const organization = 'acme';
let client: Client;

/**
 * Two accounts pay 10 a month in arrears, with no grace and net 30 days, since January; the clock shows noon
 * of 10 March. Bills: 31 January and 28 February of each. `one` has paid its first. The drafts of March wait.
 */
beforeAll(async () => {
  ({ sandbox: client } = await service.createOrganization(organization));
  await client.setClock('2030-01-01T00:00:00Z');
  const [fee] = [await sellFee(client, 'Fee'), await sellUsage(client, 'calls')];
  const plan = await publishPlan(client, {
    ...{ name: 'plan', graceDays: 0 },
    cards: [{ type: 'FIXED_FEE', billableId: fee, fee: { rate: 10 } }],
  });
  for (const account of ['one', 'two']) {
    await openAccount(client, account, { netTermDays: 30 });
    await editTimeline(client, account, [{ planId: plan, from: '2030-01-01' }]);
  }
  await client.setClock('2030-02-02T00:00:00Z');
  const { data } = await client.must.get('/invoices?owner_id=one&status=DUE');
  await client.must.post('/payments', {
    ...{ accountId: 'one', totalAmount: 10, currency: 'USD' },
    externalPaymentReference: { sourceName: 'Bank', sourceType: 'BANK_TRANSFER', transactionNumber: 'T-1' },
    lineItemRecords: [{ type: 'INVOICE', order: 1, platformId: data[0].id, amount: 10 }],
  });
  await client.setClock('2030-03-10T12:00:00Z');
  const event = { meter: 'calls', account: 'one', amount: '1' };
  await use(client, { ...event, at: '2030-03-10T11:59:59Z' });
  await use(client, { ...event, at: '2030-03-10T12:00:00Z' });
  await use(client, { ...event, at: '2030-03-08T13:00:00Z' });
  await use(client, { ...event, at: '2030-03-08T12:59:59Z' }); // 48 hours and more ago
  await use(client, { ...event, at: '2030-03-09T12:30:00Z', account: 'nobody' });
});

describe('GET /ext/v1/overview', () => {
  it('200 with the events of 48 hours, by hour', async () => {
    const { asOf, events } = await client.must.get('/ext/v1/overview');
    expect(asOf).toBe('2030-03-10T12:00:00.000Z');
    expect(events).toHaveLength(48);
    const busy = events.filter(
      ({ counted, notCounted, rejected }: Reply['body']) => counted + rejected + notCounted > 0,
    );
    expect(busy).toEqual([
      { startsAt: '2030-03-08T13:00:00.000Z', counted: 1, notCounted: 0, rejected: 0 },
      { startsAt: '2030-03-09T12:00:00.000Z', counted: 0, notCounted: 0, rejected: 1 },
      { startsAt: '2030-03-10T11:00:00.000Z', counted: 1, notCounted: 0, rejected: 0 },
      { startsAt: '2030-03-10T12:00:00.000Z', counted: 1, notCounted: 0, rejected: 0 },
    ]);
  });

  it('200 with what was issued and what is due, by currency', async () => {
    const { sales } = await client.must.get('/ext/v1/overview');
    expect(sales).toEqual([
      // 30 days begin on 8 February: the bills of 1 March, and before them those of 1 February. Three of four
      // are open, and the one of 1 February was due on 3 March.
      { currency: 'USD', issued: 20, issuedBefore: 20, balanceDue: 30, overdueAmount: 10 },
    ]);
  });

  it('200 with what a first invoice still needs', async () => {
    const { sandbox } = await service.createOrganization('new');
    const missing = async () => {
      const { setup } = await sandbox.must.get('/ext/v1/overview');
      return Object.keys(setup).filter((step) => !setup[step]);
    };
    expect(await missing()).toEqual(['meter', 'plan', 'account', 'schedule', 'event', 'invoice']);
    await sellUsage(sandbox, 'calls');
    await openAccount(sandbox, 'three');
    expect(await missing()).toEqual(['plan', 'schedule', 'event', 'invoice']);
    expect(Object.values((await client.must.get('/ext/v1/overview')).setup)).toEqual(Array(6).fill(true));
  });

  it('200 with what waits for somebody, and nothing of what the role may not read', async () => {
    const kinds = async (from: Client) => {
      const { attention } = await from.must.get('/ext/v1/overview');
      return attention.map(({ kind, count }: { kind: string; count: number }) => `${kind} ${count}`);
    };
    expect(await kinds(client)).toEqual(['OVERDUE_INVOICES 1', 'REJECTED_EVENTS 1']);
    await setAutoAdvance(client, { entityType: 'ORGANIZATION', entityId: organization }, false);
    await client.setClock('2030-04-01T12:00:00Z');
    expect(await kinds(client)).toEqual(['DUE_DRAFTS 2', 'OVERDUE_INVOICES 3']);
    const { secret } = await client.must.post('/ext/v1/api_keys', { name: 'jobs', scopes: ['jobs:read'] });
    const limited = await withKey(service.app, '/sandbox', secret).must.get('/ext/v1/overview');
    expect(limited).toMatchObject({ events: null, sales: null, attention: [] });
  });
});
