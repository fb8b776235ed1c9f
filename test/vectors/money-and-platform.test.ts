import { expect, test } from 'vitest';
import { decimal, decimalText } from '#core/decimal.ts';
import { type CardInput, type InvoiceDocument, type LineItem, linesOf } from '#core/invoice/index.ts';
import { localDate, startOfDay } from '#core/period-zone.ts';
import { compute, feeCard, usageCard } from './pricing-words.ts';

/*
 * The acceptance vectors of money-platform.md 26 that are about amounts and need no clock, in their order.
 * The others are in invoices-of-february.test.ts. Every document is checked for sums that add up.
 */
const lineValue = ({ revenueInfo }: InvoiceDocument, type: LineItem['type']) =>
  linesOf(revenueInfo, type)[0]?.value;

/** Grants of 2030. */
function credit(id: string, available: string, more: object = {}) {
  const shared = { priority: 1, effectiveFrom: '2030-01-01', createdAt: '2030-01-01T00:00:00Z' };
  return { id, purpose: id, ...shared, scope: [] as string[], available, ...more };
}

test('1: two leaves of 0.005 USD are 0.02', () => {
  // Each leaf is rounded once, 0.005 → 0.01; 0.01 + 0.01
  expect(compute([feeCard('0.005'), feeCard('0.005')]).totalAmount).toBe('0.02');
});

/*
 * What is charged in advance has an invoice of its own, so 692.13 are two documents: of the tax of 62.921
 * 57.921 are on one and 5 on the other.
 */
test('2: the worked invoice of 10.2', () => {
  const taxes = [{ name: 'Tax', rate: '0.1' }];
  const arrears = compute([usageCard('TIERED: 0 PER_UNIT 0.1', '3921'), feeCard('100.00')], {
    commitment: { name: 'least', displayName: 'Least', amount: '600', billedDays: 31, nominalDays: 31 },
    credits: [credit('gift', '100')],
    charges: [
      { name: 'Ten percent', value: '{"*":[{"var":"um.calls"},0.1]}' },
      { name: 'Support', rate: '20', quantity: '2' },
    ],
    taxes,
  });
  const rows: [type: LineItem['type'], value: string][] = [
    ['SUB_TOTAL_AMOUNT', '492.1'], //             392.10 + 100.00
    ['TRUE_UP_AMOUNT', '107.9'], //               600 − 492.10
    ['PRICE_PLAN_AMOUNT', '600'],
    ['GROSS_AMOUNT', '600'], //                   with 50.00 in advance it would be 650.00
    ['TOTAL_CREDITS', '-100'],
    ['NET_AMOUNT', '500'],
    ['TOTAL_MISCELLANEOUS_CHARGES', '79.21'], //  39.21 + 20 × 2
    ['TOTAL_TAX_AMOUNT', '57.92'], //             579.21 × 0.1 = 57.921
    ['TOTAL_AMOUNT', '637.13'],
    ['GRAND_TOTAL_AMOUNT', '637.13'],
  ];
  expect(rows.map(([type]) => [type, lineValue(arrears, type)])).toEqual(rows);
  const advance = compute([feeCard('50.00')], { timing: 'IN_ADVANCE', taxes });
  expect(lineValue(advance, 'TOTAL_ADVANCED_FEES')).toBe('50');
  const both = decimal(arrears.totalAmount).plus(decimal(advance.totalAmount));
  expect(decimalText(both)).toBe('692.13');
});

test('3: the credits of 13.5: NET 20; B consumed, A has 10 left, C 50', () => {
  const grant: CardInput = {
    ...{ type: 'CREDIT_GRANT', name: 'credits', billableId: 'addon.credits', displayName: 'Credits' },
    ...{ feeType: 'RECURRING', creditAmount: '20', pricingModel: 'TIERED' },
    slabs: [{ order: 1, startAfter: '0', priceType: 'FLAT', rate: '20' }],
    ...{ period: { start: '2030-05-01', end: '2030-06-01' }, recurrence: { interval: 1, offset: 0 } },
  };
  const scope = ['um.calls'];
  const grants = [
    credit('A', '40', { scope, effectiveUntil: '2030-12-31' }),
    credit('B', '30', { effectiveUntil: '2030-06-30' }),
    credit('C', '100', { priority: 5, scope: ['ALL_FIXED_FEE_RATE_CARDS'] }),
  ];
  // U 60, F 50, G 20; gross 130
  const cards = [usageCard('TIERED: 0 PER_UNIT 1', '60'), feeCard('50'), grant];
  const document = compute(cards, { credits: grants });
  // B ends before A; A finds 30 of U; no credit but one that names it pays for credits
  expect(document.creditUses).toEqual([
    { creditId: 'B', lineId: 'um.calls', amount: '30' },
    { creditId: 'A', lineId: 'um.calls', amount: '30' },
    { creditId: 'C', lineId: 'addon.fee', amount: '50' },
  ]);
  const left = grants.map(({ id, available }) => {
    const used = (document.creditUses ?? []).filter(({ creditId }) => creditId === id);
    const rest = used.reduce((sum, { amount }) => sum.minus(decimal(amount)), decimal(available));
    return `${id} ${decimalText(rest)}`;
  });
  expect(left).toEqual(['A 10', 'B 0', 'C 50']);
  expect(
    ['GROSS_AMOUNT', 'TOTAL_CREDITS', 'NET_AMOUNT'].map((type) =>
      lineValue(document, type as LineItem['type']),
    ),
  ).toEqual(
    ['130', '-110', '20'], // 130 − 30 − 30 − 50
  );
});

test('12: the day of the organization decides whether members of two zones are on one bill', () => {
  const day = Temporal.PlainDate.from('2030-02-01');
  const dueDays = (zones: string[], home: string) =>
    zones.map((zone) => String(localDate(startOfDay(day, zone), home)));
  // 31 January 15:00 and 1 February 05:00 UTC are 04:00 and 18:00 of 1 February in Auckland.
  expect(dueDays(['Asia/Tokyo', 'America/New_York'], 'Pacific/Auckland')).toEqual([
    '2030-02-01',
    '2030-02-01',
  ]);
  // 1 February 00:00 and 05:00 UTC are 19:00 of 31 January and 00:00 of 1 February in New York.
  expect(dueDays(['Europe/London', 'America/New_York'], 'America/New_York')).toEqual([
    '2030-01-31',
    '2030-02-01',
  ]);
});

test('17: a charge on a line that is not there is 0, with a notice', () => {
  const document = compute([feeCard('10')], {
    charges: [{ name: 'On calls', value: '{"*":[{"var":"um.calls"},0.1]}' }],
  });
  expect([lineValue(document, 'MISCELLANEOUS_CHARGE'), document.totalAmount]).toEqual(['0', '10']);
  expect(document.notices).toEqual([{ type: 'MISC_CHARGE_VARIABLE_MISSING', value: 'On calls:um.calls' }]);
});
