import { beforeAll, expect, test } from 'vitest';
import {
  type CardTerms,
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

const service = useService();
let client: Client;
let fee: string;
let planId: string;
const slabs = [{ rate: 2 }, { startAfter: 100, rate: 1 }];

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  const meter = await sellUsage(client, 'calls');
  fee = await sellFee(client, 'Fee');
  const cards: CardTerms[] = [
    { type: 'USAGE', billableId: meter, usage: { model: 'TIERED', slabs }, tag: 'usage' },
    { type: 'FIXED_FEE', billableId: fee, fee: { rate: 31, isProrated: true } },
  ];
  planId = await publishPlan(client, { name: 'plan', cards });
  for (const account of ['own', 'plain', 'removed']) {
    await openAccount(client, account);
    await editTimeline(client, account, [{ planId, from: '2030-01-01' }]);
  }
  await openAccount(client, 'tens');
});

/** Opens a draft with one edit and answers its last schedule. */
async function draft(account: string, from: string, associationConfig: object): Promise<string> {
  await client.must.post(`/v2/accounts/${account}/edit_schedules`, {
    edits: [{ effectiveFrom: from, effectiveUntil: '9999-01-01', associationConfig }],
  });
  const { data } = await client.must.get(`/v2/accounts/${account}/schedules?mode=DRAFT`);
  return data.at(-1).id;
}

async function finalize(account: string): Promise<void> {
  await client.must.post(`/v2/accounts/${account}/finalize_schedules`, {});
  await client.settle();
}

async function liveId(account: string): Promise<string> {
  const { data } = await client.must.get(`/v2/accounts/${account}/schedules?mode=ACTIVE`);
  return data.at(-1).id;
}

const operate = (id: string, operations: object[]) =>
  client.must.post(`/v2/schedules/${id}/rate_cards`, { operations });
const bills = async (account: string) => (await listInvoices(client, account)).map(lineOf);

test('from the day they begin on, and nobody else pays them', async () => {
  // On 10 January the terms of the running schedule go on from the 11th, with a fee of 62 for this account.
  await client.setClock('2030-01-10T00:00:00Z');
  for (const account of ['own', 'plain', 'removed'])
    await use(client, { meter: 'calls', account, at: '2030-01-05T00:00:00Z', amount: '60' });
  const own = await draft('own', '2030-01-11', { scheduleId: await liveId('own') });
  await operate(own, [
    {
      ...{ actionType: 'UPDATE', rateCardName: 'card 2' },
      rateCard: {
        ...{ billableId: fee, type: 'FIXED_FEE', invoiceTiming: 'IN_ARREARS' },
        rateCardDetails: {
          fixedFeeRateCard: { rateValues: [{ currency: 'USD', rate: 62 }], enableProration: true },
        },
      },
    },
  ]);
  await finalize('own');
  const removed = await draft('removed', '2030-01-11', { scheduleId: await liveId('removed') });
  await operate(removed, [{ actionType: 'DELETE', rateCardName: 'card 2' }]);
  await finalize('removed');
  await client.setClock('2030-01-20T00:00:00Z');
  for (const account of ['own', 'plain', 'removed'])
    await use(client, { meter: 'calls', account, at: '2030-01-20T00:00:00Z', amount: '90' });

  // Ten days of 31, then 21 of 31 at 62 (vector V11); usage 60 × 2, then 90 × 2 in tiers of its own (V19).
  expect(await bills('own')).toEqual([
    '2030-01-01 to 2030-01-11 DUE 130', // 120 + 10
    '2030-01-11 to 2030-02-01 DRAFT 222', // 180 + 42
  ]);
  expect(await bills('plain')).toEqual(['2030-01-01 to 2030-02-01 DRAFT 281']); // 100 × 2 + 50 + 31
  expect(await bills('removed')).toEqual([
    '2030-01-01 to 2030-01-11 DUE 130',
    '2030-01-11 to 2030-02-01 DRAFT 180', // no fee any more
  ]);
});

test('with rules of its own, which apply from the first cycle of the schedule', async () => {
  const id = await draft('own', '2030-02-01', { scheduleId: await liveId('own') });
  const discount = {
    ...{ name: 'Ten per cent', order: 1, action: { type: 'ADD' } },
    computation: JSON.stringify({ '*': [-0.1, { var: 'revenue.rate_card_total' }] }),
  };
  await client.must.put(`/v2/schedules/${id}/pricing_rules`, { pricingRules: [discount] });
  await finalize('own');
  await client.setClock('2030-02-10T00:00:00Z');
  // 62 − 6.20, while January has no discount.
  expect(await bills('own')).toEqual([
    '2030-01-01 to 2030-01-11 DUE 130',
    '2030-01-11 to 2030-02-01 DUE 222',
    '2030-02-01 to 2030-03-01 DRAFT 55.8',
  ]);
});

test('with cycles of ten days', async () => {
  const cycle = { interval: 'CUSTOM_DAYS', intervalDays: 10, gracePeriod: 0 };
  await draft('tens', '2030-02-10', { pricePlanId: planId, pricingCycleConfigOverride: cycle });
  await finalize('tens');
  const { data } = await client.must.get('/v2/accounts/tens/schedules?mode=ACTIVE');
  expect(data[0].accountScheduleInfo.pricingCycleConfig).toEqual(cycle);
  await use(client, { meter: 'calls', account: 'tens', at: '2030-02-10T00:00:00Z', amount: '100' });
  await client.setClock('2030-02-24T00:00:00Z');
  await editTimeline(client, 'tens', [{ from: '2030-02-25' }]);
  await client.setClock('2030-02-25T00:00:00Z');
  expect(await bills('tens')).toEqual([
    '2030-02-10 to 2030-02-20 DUE 231', // 100 × 2 + 31: a whole cycle
    '2030-02-20 to 2030-02-25 DUE 15.5', // 5 of 10 days
  ]);
});
