import { describe, expect, it, test } from 'vitest';
import { canonicalJson } from '../canonical-json.ts';
import type { RuleInput } from '../pricing-rules/index.ts';
import { computeComposite } from './composite.ts';
import {
  type CardInput,
  checkInvoiceTree,
  computeInvoice,
  type FixedFeeCardInput,
  type InvoiceDocument,
  type InvoiceInputs,
  type LineItem,
  linesOf,
  type UsageCardInput,
} from './index.ts';

const MAY: InvoiceInputs = {
  ...{ engine: 1, currency: 'USD', roundingMode: 'HALF_UP', timeZone: 'Europe/Paris', timing: 'IN_ARREARS' },
  cycle: {
    ...{ start: '2024-05-01', end: '2024-06-01', nominalStart: '2024-05-01', nominalEnd: '2024-06-01' },
    ...{ billedDays: 31, nominalDays: 31, ordinal: 0 },
  },
  pricePlan: { id: 'pp.1', name: 'Plan', version: 1, scheduleId: 'sch.1' },
  cards: [],
};

function calls(quantity: string, rate: string, more: Partial<UsageCardInput> = {}): UsageCardInput {
  return {
    ...{ type: 'USAGE', name: 'calls', billableId: 'um.a.b', displayName: 'Calls', quantity },
    ...{ meter: { id: 'um.a.b', name: 'calls', aggregation: 'SUM' }, eventCount: 2 },
    pricingModel: 'TIERED',
    slabs: [{ order: 1, startAfter: '0', priceType: 'PER_UNIT', rate }],
    ...more,
  };
}

function fee(rate: string, more: Partial<FixedFeeCardInput> = {}): FixedFeeCardInput {
  return {
    ...{ type: 'FIXED_FEE', name: 'fee', billableId: 'addon.1', displayName: 'Fee', rate },
    ...{ feeType: 'RECURRING', isProrated: false, billedDays: 31, nominalDays: 31 },
    recurrence: { interval: 1, offset: 0 },
    ...more,
  };
}

function rule(target: string | null, computation: object | number, more: Partial<RuleInput> = {}): RuleInput {
  return {
    ...{ id: 'rule.1', version: 1, name: 'Rule', order: 1, computation: JSON.stringify(computation) },
    action: target === null ? { type: 'ADD' } : { type: 'UPDATE', target },
    ...more,
  };
}

const read = (name: string) => ({ var: name });

function compute(cards: CardInput[], rules: RuleInput[], more: Partial<InvoiceInputs> = {}): InvoiceDocument {
  const document = computeInvoice({ ...MAY, cards, rules, ...more });
  expect(checkInvoiceTree(document)).toEqual([]);
  return document;
}

/** The tree below the gross amount as indented `TYPE value` lines. */
function outline(document: InvoiceDocument): string[] {
  const draw = (line: LineItem, indent: string): string[] => [
    `${indent}${line.type} ${line.value}${line.id ? ` ${line.id}` : ''}`,
    ...line.lineItems.flatMap((child) => draw(child, `${indent} `)),
  ];
  return linesOf(document.revenueInfo, 'GROSS_AMOUNT').flatMap((gross) =>
    gross.lineItems.flatMap((line) => draw(line, '')),
  );
}

const DAYS = { 'duration.between': [read('invoice.start_date'), read('invoice.end_date')] };

describe('V20 and EX 19.4: 75 units a day are free', () => {
  const allowance = rule(
    'usage.urc.um.a.b',
    { max: [{ '-': [read('usage.urc.um.a.b'), { '*': [DAYS, 75] }] }, 0] },
    { name: 'Allowance' },
  );

  test.each<[usage: string, billed: string, amount: string, difference: string]>([
    ['3000', '675', '67.5', '-232.5'], // 3000 − 31 × 75 = 675; 675 × 0.1; 67.5 − 300
    ['2325', '0', '0', '-232.5'],
    ['100', '0', '0', '-10'],
    ['0', '0', '0', '0'],
  ])('of %s units %s are billed: %s', (usage, billed, amount, difference) => {
    const document = compute([calls(usage, '0.10')], [allowance]);
    const [line] = linesOf(document.revenueInfo, 'USAGE_RATE_CARD_AMOUNT');
    expect([line?.quantity, line?.value]).toEqual([billed, amount]);
    expect(line?.lineItems.at(-1)).toMatchObject({
      id: 'um.a.b#rule.1',
      description: 'Allowance',
      type: 'PRICING_RULE_USAGE_UPDATE_AMOUNT',
      value: difference,
    });
    expect(document.totalAmount).toBe(amount);
    // What was measured stays what was measured.
    expect(document.usageInfo[0]?.value).toBe(usage);
  });

  it('the card is explained to its last amount', () => {
    const document = compute([calls('3000', '0.10')], [allowance]);
    expect(document.explanations[0]).toMatchObject({
      quantity: '3000',
      rounding: { exact: '67.5', rounded: '67.5' },
      steps: [
        'usage: SUM of 2 events in calls = 3000',
        'first 3000 units × 0.1 = 300',
        'charged: 300 USD',
        'pricing rule Allowance changes this:',
        `computation: ${allowance.computation}`,
        'invoice.end_date = 2024-06-01T00:00:00Z',
        'invoice.start_date = 2024-05-01T00:00:00Z',
        'usage.urc.um.a.b = 3000',
        'result: 675',
        'usage of Calls: 3000 becomes 675',
        'first 675 units × 0.1 = 67.5',
        'charged: 67.5 USD',
      ],
    });
  });
});

describe('EX 19.5', () => {
  test.each<[minutes: string, discount: string, total: string]>([
    ['3500', '-350', '0'], // 4 licences × 1000 × 0.1 = 400, but calling is 350 only
    ['5000', '-400', '100'],
  ])('a bundle of 4 × 1000 minutes gives back %s × 0.1 at most: %s', (minutes, discount, total) => {
    const seats = calls('4', '0', { billableId: 'um.seats', name: 'seats', displayName: 'Seats' });
    const bundle = rule(null, {
      '-': [{ min: [{ '*': [read('usage.urc.seats'), 1000, 0.1] }, read('revenue.urc.um.a.b')] }],
    });
    const document = compute([seats, calls(minutes, '0.10')], [bundle]);
    expect(outline(document).slice(-2)).toEqual([
      `TOTAL_PRICING_RULE_ADDITION_AMOUNT ${discount}`,
      ` PRICING_RULE_ADDITION_AMOUNT ${discount} rule.rule.1`,
    ]);
    expect(document.totalAmount).toBe(total);
  });

  it('a tenth off from a million on: 600,000 + 500,000 give −110,000', () => {
    const discount = rule(
      null,
      { '*': [read('revenue.rate_card_total'), 0.1] },
      {
        condition: JSON.stringify({ '>': [read('revenue.rate_card_total'), 1_000_000] }),
        action: { type: 'ADD', id: 'volume', description: 'Volume', metadata: { type: 'DISCOUNT' } },
      },
    );
    const cards = (rate: string) => [calls('1', rate), fee('500000')];
    const document = compute(cards('600000'), [discount]);
    expect(outline(document)).toEqual([
      'PRICE_PLAN_AMOUNT 1100000 pp.1',
      ' SUB_TOTAL_AMOUNT 1100000',
      '  USAGE_RATE_CARD_AMOUNT 600000 um.a.b',
      '   USAGE_RATE_CARD_SLAB_AMOUNT 600000 um.a.b#1',
      '  FIXED_FEE_RATE_CARD_AMOUNT 500000 addon.1',
      'TOTAL_PRICING_RULE_ADDITION_AMOUNT -110000',
      ' PRICING_RULE_ADDITION_AMOUNT -110000 rule.volume',
    ]);
    expect(document.explanations.at(-1)).toMatchObject({ lineId: 'rule.volume', type: 'PRICING_RULE' });
    expect(compute(cards('500000'), [discount])).toMatchObject({
      totalAmount: '1000000',
      ruleLogs: [{ type: 'CONDITION_FALSE' }],
    });
  });
});

describe('updates of an amount', () => {
  it('stand below the card, with what it was before', () => {
    const rules = [
      rule('revenue.ff.fee', { '-': [read('revenue.ff.fee'), 20] }, { name: 'Twenty off' }),
      rule('revenue.ff.addon.1', { '*': [read('revenue.ff.fee'), 0.5] }, { order: 2, name: 'Half' }),
    ];
    const document = compute([fee('50.01', { tag: 'base' })], rules);
    expect(outline(document).slice(2)).toEqual([
      '  CUSTOM_TAG 15.01',
      '   FIXED_FEE_RATE_CARD_AMOUNT 15.01 addon.1', // R(30.01 × 0.5 = 15.005)
      '    PROXY_AMOUNT 50.01 addon.1#rated',
      '    PRICING_RULE_REVENUE_UPDATE_AMOUNT -20 addon.1#rule.1',
      '    PRICING_RULE_REVENUE_UPDATE_AMOUNT -15 addon.1#rule.2',
    ]);
  });

  it('and of the usage follow one another', () => {
    const rules = [
      rule('usage.urc.um.a.b', 100), // 10.00
      rule('revenue.urc.um.a.b', { '+': [read('revenue.urc.um.a.b'), 1] }, { order: 2 }),
      rule('usage.urc.um.a.b', { '*': [read('usage.urc.um.a.b'), 2] }, { order: 3 }), // 200 units
    ];
    expect(outline(compute([calls('50', '0.1')], rules)).slice(2)).toEqual([
      '  USAGE_RATE_CARD_AMOUNT 20 um.a.b',
      '   USAGE_RATE_CARD_SLAB_AMOUNT 5 um.a.b#1',
      '   PRICING_RULE_USAGE_UPDATE_AMOUNT 5 um.a.b#rule.1',
      '   PRICING_RULE_REVENUE_UPDATE_AMOUNT 1 um.a.b#rule.2',
      '   PRICING_RULE_USAGE_UPDATE_AMOUNT 9 um.a.b#rule.3',
    ]);
  });

  it('of overage rate it again within the bounds of the card', () => {
    const over: CardInput = {
      ...{ type: 'ENTITLEMENT_OVERAGE', name: 'over', billableId: 'feature.1', displayName: 'Overage' },
      ...{ quantity: '70', maxQuantity: '100', pricingModel: 'TIERED', maximumRate: '12' },
      slabs: [{ order: 1, startAfter: '0', priceType: 'PER_UNIT', rate: '0.1' }],
      period: { start: MAY.cycle.start, end: MAY.cycle.end },
      recurrence: { interval: 1, offset: 0 },
    };
    const document = compute([over], [rule('usage.eo.over', { '*': [read('usage.eo.feature.1'), 2] })]);
    expect(document.totalAmount).toBe('12'); // 140 × 0.1 = 14
  });

  test.each<[isProrated: boolean, days: number, computation: object | number, amount: string]>([
    [true, 31, 20, '200'], // 20 × 10
    [true, 31, read('usage.lic.seats'), '148.39'], // 10 for 16 days, 20 for 15: 460 / 31 × 10
    [true, 15, 20, '200'],
    [true, 15, read('usage.lic.seats'), '96.77'], // 20 × 15 / 31 × 10
    [false, 31, 7, '70'],
  ])(
    'of licences rate them as if they had been held on every day: %s %i %j',
    (isProrated, days, computation, amount) => {
      const runs = [
        { start: '2024-05-01', days: 16, quantity: '10' },
        { start: '2024-05-17', days: 15, quantity: '20' },
      ].slice(days === 31 ? 0 : 1);
      const seats: CardInput = {
        ...{ type: 'LICENSE', name: 'seats', billableId: 'addon.2', displayName: 'Seats' },
        ...{ licenseType: 'LICENSE', isProrated, nominalDays: 31, pricingModel: 'TIERED' },
        slabs: [{ order: 1, startAfter: '0', priceType: 'PER_UNIT', rate: '10' }],
        windows: [
          { start: runs[0]!.start, end: '2024-06-01', nominalDays: 31, runs: isProrated ? runs : [runs[1]!] },
        ],
      };
      expect(compute([seats], [rule('usage.lic.addon.2', computation)]).totalAmount).toBe(amount);
    },
  );

  it('count toward a commitment, additions do not', () => {
    const commitment = { name: 'least', displayName: 'Minimum', amount: '100' };
    const document = compute([fee('90')], [rule('revenue.ff.fee', 40), rule(null, 30, { order: 2 })], {
      commitment: { ...commitment, billedDays: 31, nominalDays: 31 },
    });
    expect(linesOf(document.revenueInfo, 'TRUE_UP_AMOUNT')[0]?.value).toBe('60'); // 100 − 40
    expect(document.totalAmount).toBe('130');
  });
});

describe('credits and charges', () => {
  const grant = {
    ...{ id: 'cred.1', purpose: 'Credit', priority: 1, effectiveFrom: '2024-01-01', available: '1000' },
    createdAt: '2024-01-01T00:00:00.000000Z',
  };
  test.each<[scope: string[], total: string]>([
    [[], '0'],
    [['addon.1'], '30'], // the addition is for no scoped credit
    [['rule.extra'], '80'],
  ])('a credit for %j leaves %s', (scope, total) => {
    const extra = rule(null, 30, { action: { type: 'ADD', id: 'extra' } });
    expect(compute([fee('50')], [extra], { credits: [{ ...grant, scope }] }).totalAmount).toBe(total);
  });

  it('charges read what the rules left', () => {
    const value = JSON.stringify({ '+': [read('revenue.rate_card_total'), read('rule.extra')] });
    const extra = rule(null, 30, { order: 2, action: { type: 'ADD', id: 'extra' } });
    const document = compute([fee('50')], [rule('revenue.ff.fee', 40), extra], {
      charges: [{ name: 'tenth', value }],
    });
    expect(document.totalAmount).toBe('140'); // 40 + 30 + (40 + 30)
  });
});

describe('rules that fail', () => {
  it('leave the amounts alone and a notice behind', () => {
    const document = compute(
      [fee('50')],
      [rule('revenue.ff.fee', { '/': [1, 0] }), rule(null, 1, { order: 2 })],
    );
    expect(document.totalAmount).toBe('51');
    expect(document.notices).toEqual([
      { type: 'PRICING_RULE_ERROR', value: expect.stringMatching(/^Rule: "\/" divides by zero/) },
    ]);
    expect(document.ruleLogs?.map(({ type }) => type)).toEqual(['COMPUTATION_ERROR', 'CONDITION_TRUE']);
  });
});

it('in advance they change fees in advance', () => {
  const document = compute([fee('50')], [rule('revenue.ff.fee', 40), rule(null, -5, { order: 2 })], {
    timing: 'IN_ADVANCE',
  });
  expect(outline(document)).toEqual([
    'TOTAL_ADVANCED_FEES 40',
    ' ADVANCED_FIXED_FEE 40 addon.1',
    '  PROXY_AMOUNT 50 addon.1#rated',
    '  PRICING_RULE_REVENUE_UPDATE_AMOUNT -10 addon.1#rule.1',
    'TOTAL_PRICING_RULE_ADDITION_AMOUNT -5',
    ' PRICING_RULE_ADDITION_AMOUNT -5 rule.rule.1',
  ]);
});

it('of members, a composite keeps the lines and the logs', () => {
  const inputs: InvoiceInputs = { ...MAY, cards: [fee('50')], rules: [rule('revenue.ff.fee', 40)] };
  const document = computeComposite({
    ...{ engine: 1, currency: 'USD', roundingMode: 'HALF_UP', timeZone: 'UTC' },
    ...{ group: { id: 'grp.1', name: 'Group' }, cycle: { start: '2024-06-01', end: '2024-06-02' } },
    members: ['a', 'b'].map((id) => ({ invoiceId: `inv.${id}`, accountId: id, accountName: id, inputs })),
  });
  expect(checkInvoiceTree(document)).toEqual([]);
  expect(document).toMatchObject({ totalAmount: '80', ruleLogs: [{ order: 1 }, { order: 1 }] });
});

it('gives the same bytes again, and without rules those of an invoice that knows none', () => {
  const rules = [rule('usage.urc.calls', 100), rule(null, -1, { order: 2 })];
  const bytes = canonicalJson(compute([calls('50', '0.1')], rules));
  expect(canonicalJson(compute([calls('50', '0.1')], JSON.parse(canonicalJson(rules))))).toBe(bytes);
  const plain = canonicalJson(computeInvoice({ ...MAY, cards: [fee('50')] }));
  expect(canonicalJson(compute([fee('50')], []))).toBe(plain);
});
