import { beforeAll, expect, test } from 'vitest';
import {
  type CardTerms,
  editTimeline,
  lastEventStatus,
  lineOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellMeteredFeature,
  sellUsage,
  use,
  valuesOf,
} from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const TIERS = [{ rate: 0.05 }, { startAfter: 5000, rate: 0.03 }];
const INCLUDED = {
  windows: [{ effectiveUntil: 'P1M', featureCreditLimit: 1000 }],
  slabs: [{ priceType: 'FLAT' as const, rate: 0 }],
};

/** An account on a plan of its own, monthly from 1 January 2030, with overage of the feature. */
async function sell(
  account: string,
  overage: Partial<NonNullable<CardTerms['overage']>>,
  entitlement?: CardTerms['entitlement'],
): Promise<void> {
  const { sandbox } = service;
  const cards: CardTerms[] = [
    ...(entitlement ? [{ type: 'BILLING_ENTITLEMENT' as const, billableId: feature, entitlement }] : []),
    { type: 'ENTITLEMENT_OVERAGE', billableId: feature, overage: { slabs: TIERS, ...overage } },
  ];
  const plan = await publishPlan(sandbox, { name: account, cards });
  await openAccount(sandbox, account);
  await editTimeline(sandbox, account, [{ planId: plan, from: '2030-01-01' }]);
}

const call = (account: string, day: string, amount: string) =>
  use(service.sandbox, { meter: 'calls', account, at: `2030-${day}T12:00:00Z`, amount });

let feature = '';
beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  await sellUsage(sandbox, 'calls');
  feature = await sellMeteredFeature(sandbox, 'Talk time', ['calls']);
  await sell('month', {}, INCLUDED);
  await sell('alone', {});
  await sell('two-months', { interval: 2 });
  await sell('after-trial', { startOffset: 1 });
  await sell('limited', { maxQuantity: 100 });
  await sandbox.setClock('2030-01-20T12:00:00Z');
  await call('month', '01-10', '900'); // of the 1000 credits
  await call('month', '01-12', '5100'); // the last 100 credits, and 5000 beyond them
  await call('month', '01-14', '1200'); // the second tier
  await call('alone', '01-10', '10');
  await call('two-months', '01-10', '3000');
  await call('after-trial', '01-10', '700');
  await call('limited', '01-10', '60');
  await call('limited', '01-11', '41'); // 60 + 41 is over 100: nothing is taken
});

test('the draft follows the overage of its block', async () => {
  const { sandbox } = service;
  expect(await lastEventStatus(sandbox, 'limited')).toBe('INGESTION_FAILED_INSUFFICIENT_CREDITS');
  const [draft] = await listInvoices(sandbox, 'month');
  // 5000 × 0.05 + 1200 × 0.03
  expect(lineOf(draft)).toBe('2030-01-01 to 2030-02-01 DRAFT 286');
  expect(
    valuesOf(
      draft,
      ...['BILLING_ENTITLEMENT_RATE_CARD_AMOUNT', 'ENTITLEMENT_OVERAGE_RATE_CARD_AMOUNT'],
      'ENTITLEMENT_OVERAGE_RATE_CARD_SLAB_AMOUNT',
    ),
  ).toEqual([
    ['BILLING_ENTITLEMENT_RATE_CARD_AMOUNT', 0],
    ['ENTITLEMENT_OVERAGE_RATE_CARD_AMOUNT', 286],
    ['ENTITLEMENT_OVERAGE_RATE_CARD_SLAB_AMOUNT', 250],
    ['ENTITLEMENT_OVERAGE_RATE_CARD_SLAB_AMOUNT', 36],
  ]);
});

test('two months of overage', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-02-20T12:00:00Z');
  await call('month', '02-10', '1100'); // 1000 new credits, and 100 in the first tier again
  await call('two-months', '02-10', '3200'); // 3000 + 3200 in one block
  await call('after-trial', '02-10', '700');
  await call('limited', '02-10', '100'); // the limit is that of a block
  await sandbox.setClock('2030-03-01T00:00:00Z');
  const bills = async (account: string) => {
    const invoices = await listInvoices(sandbox, account);
    return invoices.filter(({ status }) => status !== 'DRAFT').map(lineOf);
  };
  const [JANUARY, FEBRUARY] = ['2030-01-01 to 2030-02-01', '2030-02-01 to 2030-03-01'];
  expect(await bills('month')).toEqual([`${JANUARY} DUE 286`, `${FEBRUARY} DUE 5`]); // 100 × 0.05
  expect(await bills('alone')).toEqual([`${JANUARY} DUE 0.5`, `${FEBRUARY} PAID 0`]); // 10 × 0.05
  // In January nothing is charged, so there is no bill; 6200 units have the price of the second tier too.
  expect(await bills('two-months')).toEqual([`${FEBRUARY} DUE 286`]);
  expect(await bills('after-trial')).toEqual([`${FEBRUARY} DUE 35`]); // January has no overage at all
  expect(await bills('limited')).toEqual([`${JANUARY} DUE 3`, `${FEBRUARY} DUE 5`]); // 60 and 100 × 0.05
});

test('the explanation of an overage line', async () => {
  const { sandbox } = service;
  const bill = (await listInvoices(sandbox, 'two-months')).find(({ totalAmount }) => totalAmount === 286);
  const { lines, verification } = await sandbox.must.get(`/ext/v1/invoices/${bill.id}/explain`);
  expect(verification.isIdentical).toBe(true);
  expect(lines).toMatchObject([
    {
      ...{ lineId: feature, type: 'ENTITLEMENT_OVERAGE_RATE_CARD_AMOUNT', amount: 286, quantity: '6200' },
      period: { start: '2030-01-01', end: '2030-03-01' },
      steps: [
        'used beyond the credits from 2030-01-01 to 2030-03-01: 6200',
        'first 5000 units × 0.05 = 250',
        'next 1200 units × 0.03 = 36',
        'sum of the tiers: 250 + 36 = 286',
        'charged: 286 USD',
      ],
    },
  ]);
});

test('the revenue of overage stands where it was used', async () => {
  const revenue = async (from: string, until: string, period: string) => {
    const { results } = await service.sandbox.must.post('/metrics', {
      ...{ startTime: `2030-${from}:00:00Z`, endTime: `2030-${until}:00:00Z` },
      metricQueries: [
        {
          ...{ id: 'q', name: 'REVENUE', aggregationPeriod: period, groupBy: 'ACCOUNT_ID' },
          filters: [{ fieldName: 'BILLABLE_ID', fieldValues: [feature] }],
        },
      ],
    });
    return Object.fromEntries(
      results[0].data.map(
        (row: { groupedBy: { fieldValue: string }; metricValues: number[] }) =>
          [row.groupedBy.fieldValue, row.metricValues] as const,
      ),
    );
  };
  expect(await revenue('01-01T00', '03-01T00', 'MONTH')).toMatchObject({
    month: [286, 5],
    alone: [0.5, 0],
    // 3000 × 0.05 = 150 in January; 2000 × 0.05 + 1200 × 0.03 = 136 in February.
    'two-months': [150, 136],
    limited: [3, 5],
  });
  // The range begins inside the block: what was used before is known.
  expect(await revenue('02-10T00', '02-12T00', 'DAY')).toMatchObject({ 'two-months': [136, 0] });
  expect(await revenue('01-12T00', '01-15T00', 'DAY')).toMatchObject({ month: [250, 0, 36] });
  // It begins inside a day: what was used before noon is not in it.
  expect(await revenue('01-12T13', '01-15T00', 'DAY')).toMatchObject({ month: [0, 0, 36] });
  expect(await revenue('01-12T11', '01-15T00', 'DAY')).toMatchObject({ month: [250, 0, 36] });
});
