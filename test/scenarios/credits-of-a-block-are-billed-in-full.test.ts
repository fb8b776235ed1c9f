import { beforeAll, expect, test } from 'vitest';
import {
  type CardTerms,
  editTimeline,
  lineOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellMeteredFeature,
  valuesOf,
} from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

type Row = [
  account: string,
  entitlement: NonNullable<CardTerms['entitlement']>,
  timing: 'IN_ADVANCE' | 'IN_ARREARS',
  until: string,
  invoices: string[],
];

const month = (featureCreditLimit: number) => [{ effectiveUntil: 'P1M', featureCreditLimit }];
const ONE_EACH = [{ rate: 1 }];
const WEEKS = [0, 7, 14, 21].map((day) => ({
  ...{ effectiveFrom: `P${day}D`, effectiveUntil: `P${day + 7}D`, featureCreditLimit: 25 },
}));

// All begin on 15 January, in the middle of a monthly cycle from the 1st; the clock ends on 2 April.
const rows: Row[] = [
  [
    'included', // 20000 a month that stay usable, at no price
    {
      windows: [{ effectiveUntil: 'P99Y', featureCreditLimit: 20_000 }],
      slabs: [{ priceType: 'FLAT', rate: 0 }],
    },
    'IN_ARREARS',
    '9999-01-01',
    [
      '2030-01-15 to 2030-02-01 PAID 0',
      '2030-02-01 to 2030-03-01 PAID 0',
      '2030-03-01 to 2030-04-01 PAID 0',
      '2030-04-01 to 2030-05-01 DRAFT 0',
    ],
  ],
  [
    'advance',
    { windows: month(100), slabs: ONE_EACH },
    'IN_ADVANCE',
    '2030-03-01',
    [
      '2030-01-15 to 2030-02-01 DUE 100', // 17 of 31 days: all credits, and all of their price
      '2030-02-01 to 2030-03-01 DUE 100',
    ],
  ],
  [
    'arrears',
    { windows: WEEKS, slabs: ONE_EACH },
    'IN_ARREARS',
    '2030-03-20',
    [
      '2030-01-15 to 2030-02-01 DUE 100', // 4 × 25
      '2030-02-01 to 2030-03-01 DUE 100',
      '2030-03-01 to 2030-03-20 DUE 100',
    ],
  ],
  [
    'quarter', // blocks of three cycles after a free one
    { windows: month(300), slabs: [{ rate: 0.333 }], interval: 3, offset: 1 },
    'IN_ADVANCE',
    '9999-01-01',
    [
      '2030-02-01 to 2030-03-01 DUE 99.9', // 300 × 0.333, for February to April
      '2030-04-01 to 2030-05-01 DRAFT 0', // the arrears of the running cycle
    ],
  ],
  [
    'tiers', // 100 × 2 + 50 × 1.005 = 250.25
    { windows: month(150), slabs: [{ rate: 2 }, { startAfter: 100, rate: 1.005 }] },
    'IN_ARREARS',
    '2030-02-01',
    ['2030-01-15 to 2030-02-01 DUE 250.25'],
  ],
];

let feature = '';
beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-15T08:30:00Z');
  feature = await sellMeteredFeature(sandbox, 'Talk time');
  for (const [account, entitlement, timing, until] of rows) {
    const card: CardTerms = { type: 'BILLING_ENTITLEMENT', billableId: feature, timing, entitlement };
    const plan = await publishPlan(sandbox, { name: account, cards: [card] });
    await openAccount(sandbox, account);
    await editTimeline(sandbox, account, [{ planId: plan, from: '2030-01-15', until }]);
  }
});

test('credits in advance are due at the association', async () => {
  const [advance, arrears] = await listInvoices(service.sandbox, 'advance');
  expect(advance).toMatchObject({ invoiceType: 'STANDARD_ADVANCED', status: 'DUE', totalAmount: 100 });
  expect(valuesOf(advance, 'TOTAL_ADVANCED_FEES', 'ADVANCED_BILLING_ENTITLEMENT_RATE_CARD_AMOUNT')).toEqual([
    ['TOTAL_ADVANCED_FEES', 100],
    ['ADVANCED_BILLING_ENTITLEMENT_RATE_CARD_AMOUNT', 100],
  ]);
  expect(arrears).toMatchObject({ invoiceType: 'STANDARD', status: 'DRAFT', totalAmount: 0 });
});

test('three months of credits', async () => {
  await service.sandbox.setClock('2030-04-02T00:00:00Z');
  for (const [account, , , , expected] of rows) {
    const invoices = await listInvoices(service.sandbox, account);
    expect(invoices.map(lineOf), account).toEqual(expected);
  }
});

test('the line of an issued invoice, and how it came about', async () => {
  const { sandbox } = service;
  const [bill] = await listInvoices(sandbox, 'tiers');
  const { lines, verification } = await sandbox.must.get(`/ext/v1/invoices/${bill.id}/explain`);
  expect(verification.isIdentical).toBe(true);
  expect(lines).toMatchObject([
    {
      ...{ lineId: feature, type: 'BILLING_ENTITLEMENT_RATE_CARD_AMOUNT', amount: 250.25, quantity: '150' },
      period: { start: '2030-01-15', end: '2030-02-01' },
      steps: [
        'credits granted from 2030-01-15 to 2030-02-01: 150',
        'first 100 units × 2 = 200',
        'next 50 units × 1.005 = 50.25',
        'sum of the tiers: 200 + 50.25 = 250.25',
        'charged: 250.25 USD',
      ],
    },
  ]);
});

test('the revenue of credits stands on the first day of their cycle', async () => {
  const { results } = await service.sandbox.must.post('/metrics', {
    ...{ startTime: '2030-01-01T00:00:00Z', endTime: '2030-04-01T00:00:00Z' },
    metricQueries: [
      {
        ...{ id: 'q', name: 'REVENUE', aggregationPeriod: 'MONTH', groupBy: 'ACCOUNT_ID' },
        filters: [{ fieldName: 'BILLABLE_ID', fieldValues: [feature] }],
      },
    ],
  });
  const values = results[0].data.map(
    ({ groupedBy, metricValues }: { groupedBy: { fieldValue: string }; metricValues: number[] }) =>
      `${groupedBy.fieldValue} ${metricValues.join(' ')}`,
  );
  expect(values).toEqual([
    ...['advance 100 100 0', 'arrears 100 100 100', 'included 0 0 0'],
    ...['quarter 0 99.9 0', 'tiers 250.25 0 0'],
  ]);
});
