import { beforeAll, describe, expect, test } from 'vitest';
import {
  addCards,
  editTimeline,
  lineOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
  sellMeteredFeature,
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
  const free = await publishPlan(client, {
    name: 'free',
    cards: [{ ...card, usage: { model: 'TIERED', slabs: [{ rate: 1 }] } }],
  });
  await openAccount(client, 'free-first');
  await editTimeline(client, 'free-first', [
    { planId: free, from: '2030-01-01', until: '2030-01-11' },
    { planId: second, from: '2030-01-11', until: '2030-02-01' },
  ]);
  const feature = await sellMeteredFeature(client, 'exports');
  const beyond = (interval: number) => ({
    ...{ type: 'ENTITLEMENT_OVERAGE' as const, billableId: feature },
    overage: { slabs: [{ rate: 1 }], minimumRate: '31', interval },
  });
  const publishBeyond = (name: string, interval: number) =>
    publishPlan(client, { name, cards: [beyond(interval)] });
  const [third, fourth, blocks] = [
    await publishBeyond('third', 1),
    await publishBeyond('fourth', 1),
    await publishBeyond('blocks', 3),
  ];
  await openAccount(client, 'beyond');
  await editTimeline(client, 'beyond', [
    { planId: third, from: '2030-01-01', until: '2030-01-11' },
    { planId: fourth, from: '2030-01-11', until: '2030-02-01' },
  ]);
  await openAccount(client, 'block');
  await editTimeline(client, 'block', [{ planId: blocks, from: '2030-01-01', until: '2030-02-01' }]);
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

  test('overage, too, and a block of cycles by the days of the block', async () => {
    expect(await amountsOf(client, 'beyond')).toEqual([
      '2030-01-01 to 2030-01-11 DUE 10',
      '2030-01-11 to 2030-02-01 DUE 21',
      'revenue 31',
    ]);
    // January to March have 90 days: 31 × 31 / 90 = 10.677…
    const block = ['2030-01-01 to 2030-02-01 DUE 10.68', 'revenue 10.68'];
    expect(await amountsOf(client, 'block')).toEqual(block);
    const [first] = await listInvoices(client, 'beyond');
    const { lines } = await client.must.get(`/ext/v1/invoices/${first.id}/explain`);
    expect(JSON.stringify(lines)).toContain(
      'card minimum of a block: 31; for 10 of 31 days: 31 × 10 / 31 = 10',
    );
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

  test('the first plan of a cycle owes it whole, however few its days are, the next nothing', async () => {
    expect(await amountsOf(client, 'moved')).toEqual([
      '2030-01-01 to 2030-01-11 DUE 31',
      '2030-01-11 to 2030-02-01 PAID 0',
      'revenue 31',
    ]);
    expect(await amountsOf(client, 'used')).toEqual([
      '2030-01-01 to 2030-01-11 DUE 31',
      '2030-01-11 to 2030-02-01 PAID 0',
      'revenue 31',
    ]);
    expect(await amountsOf(client, 'late')).toEqual(['2030-01-22 to 2030-02-01 DUE 31', 'revenue 31']);
  });

  test('a plan that follows one without a minimum owes its own', async () => {
    expect(await amountsOf(client, 'free-first')).toEqual([
      '2030-01-01 to 2030-01-11 PAID 0',
      '2030-01-11 to 2030-02-01 DUE 31',
      'revenue 31',
    ]);
  });

  test('overage owes it once, with the first plan, too', async () => {
    expect(await amountsOf(client, 'beyond')).toEqual([
      '2030-01-01 to 2030-01-11 DUE 31',
      '2030-01-11 to 2030-02-01 PAID 0',
      'revenue 31',
    ]);
  });

  test('the calculator asks the second plan for none', async () => {
    const revenueOf = async (day: string) => {
      const { revenueInfo } = await client.must.post('/v2/revenue_calculator', {
        currencyConfig: { mode: 'ACCOUNT_INVOICE', accountId: 'moved' },
        pricePlanDetailsConfig: {
          ...{ mode: 'ACCOUNT', accountId: 'moved' },
          effectiveOn: `${day}T00:00:00Z`,
        },
        usageConfig: { mode: 'CUSTOM', usageMap: {} },
        licenseEntriesConfig: { mode: 'CUSTOM', custom: [] },
      });
      return revenueInfo[0].slabRevenueSummaries[0].revenue;
    };
    expect([await revenueOf('2030-01-05'), await revenueOf('2030-01-15')]).toEqual([31, 0]);
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
