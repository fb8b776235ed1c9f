import { beforeAll, describe, expect, test } from 'vitest';
import {
  addCards,
  editTimeline,
  lineOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

/*
 * Calls cost 1 each, and at least 31 a month, on each of two plans. January has 31 days: 'moved' changes
 * its plan on the 11th, after 10 of them, 'used' does so too and has 25 calls before, and 'late' begins on
 * the 22nd.
 */
const service = useService();

async function billJanuary(client: Client, organization: string, isProrated: boolean) {
  await client.setClock('2030-01-01T00:00:00Z');
  await client.must.post('/settings', {
    ...{ id: 'PRORATE_CARD_MINIMUMS', namespace: 'PLATFORM', name: 'Minimums', dataType: 'STRING' },
    ...{ entityType: 'ORGANIZATION', entityId: organization, value: String(isProrated) },
  });
  const meter = await sellUsage(client, 'calls');
  const usage = { model: 'TIERED' as const, slabs: [{ rate: 1 }], minimumRate: '31' };
  const card = { type: 'USAGE' as const, billableId: meter, usage };
  const [first, second] = [
    await publishPlan(client, { name: 'first', cards: [card] }),
    await publishPlan(client, { name: 'second', cards: [card] }),
  ];
  for (const account of ['moved', 'used']) {
    await openAccount(client, account);
    await editTimeline(client, account, [
      { planId: first, from: '2030-01-01', until: '2030-01-11' },
      { planId: second, from: '2030-01-11', until: '2030-02-01' },
    ]);
  }
  await openAccount(client, 'late');
  await editTimeline(client, 'late', [{ planId: first, from: '2030-01-22', until: '2030-02-01' }]);
  await client.setClock('2030-01-05T00:00:00Z');
  await use(client, { meter: 'calls', account: 'used', at: '2030-01-05T00:00:00Z', amount: '25' });
  await client.setClock('2030-02-01T00:00:00Z');
  return { first };
}

/** What each part of January comes to, as billed and as revenue. */
async function amountsOf(client: Client, account: string) {
  const invoices = await listInvoices(client, account);
  const { results } = await client.must.post('/metrics', {
    ...{ startTime: '2030-01-01T00:00:00Z', endTime: '2030-02-01T00:00:00Z' },
    metricQueries: [
      {
        ...{ id: 'q', name: 'REVENUE', aggregationPeriod: 'MONTH', groupBy: 'ACCOUNT_ID' },
        filters: [{ fieldName: 'ACCOUNT_ID', fieldValues: [account] }],
      },
    ],
  });
  return [...invoices.map(lineOf), `revenue ${results[0].data[0]?.metricValues}`];
}

describe('by default', () => {
  let client: Client;
  beforeAll(async () => {
    client = (await service.createOrganization('prorated')).sandbox;
    await billJanuary(client, 'prorated', true);
  });

  test('each part owes the minimum of its days, which are one minimum together', async () => {
    // 31 × 10 / 31, and 31 × 21 / 31
    expect(await amountsOf(client, 'moved')).toEqual([
      '2030-01-01 to 2030-01-11 DUE 10',
      '2030-01-11 to 2030-02-01 DUE 21',
      'revenue 31',
    ]);
    expect(await amountsOf(client, 'used')).toEqual([
      '2030-01-01 to 2030-01-11 DUE 25',
      '2030-01-11 to 2030-02-01 DUE 21',
      'revenue 46',
    ]);
    expect(await amountsOf(client, 'late')).toEqual(['2030-01-22 to 2030-02-01 DUE 10', 'revenue 10']);
  });

  test('the explanation shows the days', async () => {
    const [first] = await listInvoices(client, 'moved');
    const { lines } = await client.must.get(`/ext/v1/invoices/${first.id}/explain`);
    expect(JSON.stringify(lines)).toContain(
      'card minimum of a cycle: 31; for 10 of 31 days: 31 × 10 / 31 = 10',
    );
  });
});

describe('with PRORATE_CARD_MINIMUMS false', () => {
  let client: Client;
  let plans: { first: string };
  const linesBefore = async (account: string, day: string) =>
    (await listInvoices(client, account)).filter(({ startDate }) => startDate < day).map(lineOf);
  beforeAll(async () => {
    client = (await service.createOrganization('whole')).sandbox;
    plans = await billJanuary(client, 'whole', false);
  });

  test('each plan owes its own minimum whole, however few its days are', async () => {
    expect(await amountsOf(client, 'moved')).toEqual([
      '2030-01-01 to 2030-01-11 DUE 31',
      '2030-01-11 to 2030-02-01 DUE 31',
      'revenue 62',
    ]);
    expect(await amountsOf(client, 'late')).toEqual(['2030-01-22 to 2030-02-01 DUE 31', 'revenue 31']);
  });

  // A new version holds from the next day on.
  test('versions of one plan that share a cycle owe it once, with the first', async () => {
    const fee = await sellFee(client, 'free');
    await openAccount(client, 'versions');
    await editTimeline(client, 'versions', [{ planId: plans.first, from: '2030-02-01' }]);
    await client.setClock('2030-02-11T00:00:00Z');
    const added = { type: 'FIXED_FEE' as const, billableId: fee, fee: { rate: 0 } };
    await addCards(client, plans.first, { cards: [added], migrationMode: 'IMMEDIATE' });
    await client.setClock('2030-03-01T00:00:00Z');
    expect(await linesBefore('versions', '2030-03-01')).toEqual([
      '2030-02-01 to 2030-02-12 DUE 31',
      '2030-02-12 to 2030-03-01 PAID 0',
    ]);
  });
});
