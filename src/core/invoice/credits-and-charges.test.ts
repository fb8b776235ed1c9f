import { describe, expect, it, test } from 'vitest';
import { canonicalJson } from '../canonical-json.ts';
import type { CreditInput } from '../credits/index.ts';
import {
  type ChargeInput,
  checkInvoiceTree,
  computeInvoice,
  type FixedFeeCardInput,
  type InvoiceInputs,
  type LineItem,
} from './index.ts';

function inputs(rest: Partial<InvoiceInputs> = {}): InvoiceInputs {
  return {
    engine: 1,
    currency: 'USD',
    roundingMode: 'HALF_UP',
    timeZone: 'UTC',
    timing: 'IN_ARREARS',
    cycle: {
      start: '2030-01-01',
      end: '2030-02-01',
      nominalStart: '2030-01-01',
      nominalEnd: '2030-02-01',
      billedDays: 31,
      nominalDays: 31,
      ordinal: 0,
    },
    pricePlan: { id: 'pp.1', name: 'Plan', version: 1, scheduleId: 'sch.1' },
    cards: [
      {
        type: 'USAGE',
        name: 'calls',
        billableId: 'um.a.b',
        displayName: 'Calls',
        tag: 'api',
        meter: { id: 'um.a.b', name: 'calls', aggregation: 'SUM' },
        quantity: '3921',
        eventCount: 5,
        pricingModel: 'TIERED',
        slabs: [{ order: 1, startAfter: '0', priceType: 'PER_UNIT', rate: '0.1' }],
      },
      fee('addon.1', '100'),
    ],
    ...rest,
  };
}

function fee(billableId: string, rate: string): FixedFeeCardInput {
  return {
    type: 'FIXED_FEE',
    name: billableId,
    billableId,
    displayName: 'Fee',
    feeType: 'RECURRING',
    rate,
    isProrated: false,
    billedDays: 31,
    nominalDays: 31,
    recurrence: { interval: 1, offset: 0 },
  };
}

function credit(id: string, available: string, rest: Partial<CreditInput> = {}): CreditInput {
  return {
    ...{ id, purpose: `Grant ${id}`, priority: 1, effectiveFrom: '2030-01-01' },
    ...{ createdAt: '2030-01-01T00:00:00.000000Z', scope: [], available },
    ...rest,
  };
}

function find(line: LineItem, type: LineItem['type']): LineItem | undefined {
  return line.type === type ? line : line.lineItems.map((each) => find(each, type)).find(Boolean);
}

describe('an invoice with credits and charges', () => {
  // Gross 392.10 + 100.00 = 492.10; credit 100; net 392.10; charges 39.21 + 40.00 = 79.21; total 471.31.
  const full = inputs({
    credits: [credit('cred.1', '100')],
    charges: [
      { name: 'Ten percent', value: '{"*":[{"var":"um.a.b"},0.1]}' },
      { name: 'Support', rate: '20', quantity: '2' },
    ],
  });
  const document = computeInvoice(full);
  const amountOf = (type: LineItem['type']) => find(document.revenueInfo, type)?.value;

  it('adds up from the leaves to the grand total', () => {
    expect(amountOf('GROSS_AMOUNT')).toBe('492.1');
    expect(amountOf('TOTAL_CREDITS')).toBe('-100');
    expect(amountOf('NET_AMOUNT')).toBe('392.1');
    expect(amountOf('TOTAL_MISCELLANEOUS_CHARGES')).toBe('79.21');
    expect(document.totalAmount).toBe('471.31');
    expect(checkInvoiceTree(document)).toEqual([]);
  });

  it('has a line for each credit and each charge', () => {
    expect(find(document.revenueInfo, 'SUB_CREDITS')).toEqual({
      id: 'cred.1',
      description: 'Grant cred.1',
      type: 'SUB_CREDITS',
      units: 'USD',
      value: '-100',
      lineItems: [],
    });
    expect(find(document.revenueInfo, 'TOTAL_MISCELLANEOUS_CHARGES')?.lineItems).toEqual([
      expect.objectContaining({ id: 'Ten percent', type: 'MISCELLANEOUS_CHARGE', value: '39.21' }),
      expect.objectContaining({ id: 'Support', valuePerQuantity: '20', quantity: '2', value: '40' }),
    ]);
    expect(document.creditUses).toEqual([{ creditId: 'cred.1', lineId: 'um.a.b', amount: '100' }]);
  });

  it('says in sentences where each of them comes from', () => {
    const steps = new Map(document.explanations.map((each) => [each.lineId, each.steps]));
    expect(steps.get('cred.1')).toEqual([
      'credit: 100 available, priority 1, for every line, from 2030-01-01',
      'pays 100 of um.a.b',
      'taken off the gross amount: 100 USD',
    ]);
    expect(steps.get('Ten percent')).toEqual([
      'rule: {"*":[{"var":"um.a.b"},0.1]}',
      'um.a.b = 392.1',
      'result: 39.21',
      'charged: 39.21 USD',
    ]);
    expect(steps.get('Support')).toEqual(['rate × quantity: 20 × 2 = 40', 'charged: 40 USD']);
  });

  it('computed again from its stored inputs has the same bytes', () => {
    const again = computeInvoice(JSON.parse(canonicalJson(full)) as InvoiceInputs);
    expect(canonicalJson(again)).toBe(canonicalJson(document));
  });

  it('without any of them has the members that it always had', () => {
    expect(Object.keys(computeInvoice(inputs())).sort()).toEqual([
      'explanations',
      'revenueInfo',
      'totalAmount',
      'usageInfo',
    ]);
  });
});

test('the worked example of money-platform 13.5: the net is 20', () => {
  // U 60, F 50 and, because nothing sells credits yet, no purchase: 110 − 30 − 30 − 50 = 0.
  const document = computeInvoice(
    inputs({
      cards: [fee('U', '60'), fee('F', '50')],
      credits: [
        credit('A', '40', { scope: ['U'], effectiveUntil: '2030-12-31' }),
        credit('B', '30', { effectiveUntil: '2030-06-30' }),
        credit('C', '100', { priority: 5, scope: ['F'] }),
      ],
    }),
  );
  const lines = find(document.revenueInfo, 'TOTAL_CREDITS')?.lineItems ?? [];
  expect(lines.map(({ id, value }) => `${id} ${value}`)).toEqual(['B -30', 'A -30', 'C -50']);
  expect(find(document.revenueInfo, 'NET_AMOUNT')?.value).toBe('0');
  expect(checkInvoiceTree(document)).toEqual([]);
});

test('two charges of 0.005 are 0.02: each is rounded, their sum is not', () => {
  const charges = [
    { name: 'a', value: '0.005' },
    { name: 'b', value: '0.005' },
  ];
  expect(computeInvoice(inputs({ cards: [], charges })).totalAmount).toBe('0.02');
});

describe('a charge reads', () => {
  test.each([
    // variable                    value of the rule that reads it
    ['um.a.b', '392.1'],
    ['addon.1', '100'],
    ['usage.um.a.b', '3921'],
    ['revenue.rate_card_total', '492.1'],
    ['revenue.tag.api', '392.1'],
    ['invoice.gross', '492.1'],
    ['invoice.net', '482.1'], // after a credit of 10
  ])('%s', (name, expected) => {
    const charges = [{ name: 'c', value: `{"var":"${name}"}` }];
    const document = computeInvoice(inputs({ credits: [credit('x', '10')], charges }));
    expect(find(document.revenueInfo, 'MISCELLANEOUS_CHARGE')?.value).toBe(expected);
    expect(document.notices).toBeUndefined();
  });

  it('the days of the cycle', () => {
    const value = '{"if":[{"==":[{"var":"invoice.start_date"},"2030-01-01"]},7,0]}';
    expect(charge({ name: 'c', value })).toEqual(['7', undefined]);
  });
});

describe('a charge that cannot be computed', () => {
  test.each<[string, ChargeInput, string, string | undefined]>([
    // case             charge                                  value  notice
    ['absent line', logic('{"var":"um.gone"}'), '0', 'MISC_CHARGE_VARIABLE_MISSING c:um.gone'],
    ['another charge', logic('{"var":"other"}'), '0', 'MISC_CHARGE_VARIABLE_MISSING c:other'],
    ['a text', logic('{"cat":["a","b"]}'), '0', 'MISC_CHARGE_ERROR c: the result is not a number'],
    ['a truth', logic('{"==":[1,1]}'), '0', 'MISC_CHARGE_ERROR c: the result is not a number'],
    ['division by zero', logic('{"/":[1,0]}'), '0', expect.stringMatching(/^MISC_CHARGE_ERROR c: /)],
    ['a third', logic('{"/":[1,3]}'), '0.33', undefined],
    ['a discount', { name: 'c', value: '-15.5' }, '-15.5', undefined],
    ['a negative rate', { name: 'c', rate: '-0.005', quantity: '3' }, '-0.02', undefined],
  ])('%s', (_, given, value, notice) => {
    expect(charge(given)).toEqual([value, notice]);
  });
});

function logic(value: string): ChargeInput {
  return { name: 'c', value };
}

function charge(given: ChargeInput): [value: string | undefined, notice: string | undefined] {
  const document = computeInvoice(inputs({ charges: [given, { name: 'other', value: '1' }] }));
  expect(checkInvoiceTree(document)).toEqual([]);
  const notice = document.notices?.[0];
  const line = find(document.revenueInfo, 'MISCELLANEOUS_CHARGE');
  return [line?.value, notice && `${notice.type} ${notice.value}`];
}

describe('the check of the sums', () => {
  const sound = () => computeInvoice(inputs({ credits: [credit('x', '10')] }));

  it('finds a line that is paid twice', () => {
    const document = structuredClone(sound());
    document.creditUses = [{ creditId: 'x', lineId: 'addon.1', amount: '100.01' }];
    expect(checkInvoiceTree(document)).toContain('credits pay more of addon.1 than its amount.');
  });

  it('finds a credit that takes more than it pays', () => {
    const document = structuredClone(sound());
    document.creditUses = [];
    expect(checkInvoiceTree(document)).toEqual(['credit x deducts -10 but pays another amount.']);
  });
});
