import { beforeAll, expect, test } from 'vitest';
import {
  type CardTerms,
  editTimeline,
  lineOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
  valuesOf,
} from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

type Row = [
  account: string,
  fee: NonNullable<CardTerms['fee']>,
  timing: 'IN_ADVANCE' | 'IN_ARREARS',
  until: string,
  invoices: string[],
];

// All begin on 15 January, in the middle of a monthly cycle from the 1st; the clock ends on 2 April.
const rows: Row[] = [
  [
    'arrears',
    { rate: 50, isProrated: true },
    'IN_ARREARS',
    '9999-01-01',
    [
      '2030-01-15 to 2030-02-01 DUE 27.42', // 50 × 17 / 31 = 27.419…
      '2030-02-01 to 2030-03-01 DUE 50', // 28 of 28 days
      '2030-03-01 to 2030-04-01 DUE 50',
      '2030-04-01 to 2030-05-01 DRAFT 50',
    ],
  ],
  [
    'advance',
    { rate: 50, isProrated: true },
    'IN_ADVANCE',
    '9999-01-01',
    [
      '2030-01-15 to 2030-02-01 DUE 27.42', // the same, on the first day
      '2030-02-01 to 2030-03-01 DUE 50',
      '2030-03-01 to 2030-04-01 DUE 50',
      '2030-04-01 to 2030-05-01 DUE 50', // charged at the start of the cycle
      '2030-04-01 to 2030-05-01 DRAFT 0', // the arrears of the running cycle; an empty one is never issued
    ],
  ],
  [
    'whole',
    { rate: 50 },
    'IN_ARREARS',
    '2030-03-20',
    [
      '2030-01-15 to 2030-02-01 DUE 50', // without proration any billed day costs the whole rate
      '2030-02-01 to 2030-03-01 DUE 50',
      '2030-03-01 to 2030-03-20 DUE 50',
    ],
  ],
  [
    'last-days',
    { rate: 31, isProrated: true },
    'IN_ARREARS',
    '2030-03-20',
    [
      '2030-01-15 to 2030-02-01 DUE 17', // 31 × 17 / 31
      '2030-02-01 to 2030-03-01 DUE 31',
      '2030-03-01 to 2030-03-20 DUE 19', // 31 × 19 / 31
    ],
  ],
  [
    'once',
    { rate: 99.99, type: 'ONE_TIME', isProrated: true },
    'IN_ADVANCE',
    '9999-01-01',
    [
      '2030-01-15 to 2030-02-01 DUE 99.99', // never prorated, never again
      '2030-04-01 to 2030-05-01 DRAFT 0',
    ],
  ],
  [
    'quarter',
    { rate: 300, isProrated: true, interval: 3 },
    'IN_ARREARS',
    '2030-03-01',
    // Detached inside the block of January to March: 300 × (17 + 28) / (31 + 28 + 31) = 150.
    ['2030-02-01 to 2030-03-01 DUE 150'],
  ],
  [
    'trial',
    { rate: 50, isProrated: true, offset: 1 },
    'IN_ARREARS',
    '9999-01-01',
    [
      '2030-02-01 to 2030-03-01 DUE 50', // the first cycle is free, and a bill without lines is not issued
      '2030-03-01 to 2030-04-01 DUE 50',
      '2030-04-01 to 2030-05-01 DRAFT 50',
    ],
  ],
];

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-15T08:30:00Z');
  const addOn = await sellFee(sandbox, 'Platform fee');
  for (const [account, fee, timing, until] of rows) {
    const card: CardTerms = { type: 'FIXED_FEE', billableId: addOn, timing, fee };
    const plan = await publishPlan(sandbox, { name: account, cards: [card] });
    await openAccount(sandbox, account);
    await editTimeline(sandbox, account, [{ planId: plan, from: '2030-01-15', until }]);
  }
});

test('a fee in advance is due at the association', async () => {
  const [advance, arrears] = await listInvoices(service.sandbox, 'advance');
  expect(advance).toMatchObject({ invoiceType: 'STANDARD_ADVANCED', status: 'DUE', totalAmount: 27.42 });
  expect(advance.invoiceDate).toBe('2030-01-15T08:30:00.000Z');
  expect(valuesOf(advance, 'TOTAL_ADVANCED_FEES', 'ADVANCED_FIXED_FEE')).toEqual([
    ['TOTAL_ADVANCED_FEES', 27.42],
    ['ADVANCED_FIXED_FEE', 27.42],
  ]);
  expect(arrears).toMatchObject({ invoiceType: 'STANDARD', status: 'DRAFT', totalAmount: 0 });
});

test('three months of fees', async () => {
  await service.sandbox.setClock('2030-04-02T00:00:00Z');
  for (const [account, , , , expected] of rows) {
    const invoices = await listInvoices(service.sandbox, account);
    expect(invoices.map(lineOf), account).toEqual(expected);
  }
});

test('a quarterly fee from the first day: 59 of 90 days', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2031-01-01T00:00:00Z');
  const addOn = await sellFee(sandbox, 'Quarterly fee');
  const fee = { rate: 300, isProrated: true, interval: 3 };
  const plan = await publishPlan(sandbox, {
    name: 'quarter from the first',
    cards: [{ type: 'FIXED_FEE', billableId: addOn, fee }],
  });
  await openAccount(sandbox, 'first');
  await editTimeline(sandbox, 'first', [{ planId: plan, from: '2031-01-01', until: '2031-03-01' }]);
  await sandbox.setClock('2031-03-01T00:00:00Z');
  // January has no line and no bill; 300 × (31 + 28) / (31 + 28 + 31) = 196.666… with the last cycle.
  expect((await listInvoices(sandbox, 'first')).map(lineOf)).toEqual(['2031-02-01 to 2031-03-01 DUE 196.67']);
});
