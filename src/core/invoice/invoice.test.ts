import { describe, expect, it, test } from 'vitest';
import { canonicalJson } from '../canonical-json.ts';
import {
  checkInvoiceTree,
  computeInvoice,
  type FixedFeeCardInput,
  type InvoiceDocument,
  type InvoiceInputs,
  type LineItem,
  type SlabInput,
  type UsageCardInput,
} from './index.ts';

const JANUARY: InvoiceInputs = {
  engine: 1,
  currency: 'USD',
  roundingMode: 'HALF_UP',
  timeZone: 'UTC',
  timing: 'IN_ARREARS',
  cycle: {
    start: '2024-01-15',
    end: '2024-02-01',
    nominalStart: '2024-01-01',
    nominalEnd: '2024-02-01',
    billedDays: 17,
    nominalDays: 31,
    ordinal: 0,
  },
  pricePlan: { id: 'pp.growth', name: 'Growth', version: 3, scheduleId: 'sch.1' },
  cards: [],
};

/** Slabs as `startAfter@rate`, priced per unit. */
function usageCard(quantity: string, slabs: string, more: Partial<UsageCardInput> = {}): UsageCardInput {
  return {
    type: 'USAGE',
    name: 'calls',
    billableId: 'um.calls',
    displayName: 'API calls',
    meter: { id: 'um.calls', name: 'calls', aggregation: 'COUNT', version: 2 },
    quantity,
    eventCount: 42,
    pricingModel: 'TIERED',
    slabs: slabs.split(' ').map((text, index): SlabInput => {
      const [startAfter = '', rate = ''] = text.split('@');
      return { order: index + 1, startAfter, priceType: 'PER_UNIT', rate };
    }),
    ...more,
  };
}

function feeCard(rate: string, more: Partial<FixedFeeCardInput> = {}): FixedFeeCardInput {
  return {
    type: 'FIXED_FEE',
    name: 'platform',
    billableId: 'addon.platform',
    displayName: 'Platform fee',
    feeType: 'RECURRING',
    rate,
    isProrated: true,
    billedDays: 17,
    nominalDays: 31,
    recurrence: { interval: 1, offset: 0 },
    ...more,
  };
}

/** The tree as indented `TYPE value` lines; ids of cards and below follow. */
function outline(line: LineItem, indent = ''): string[] {
  const row = `${indent}${line.type} ${line.value}${line.id ? ` ${line.id}` : ''}`;
  return [row, ...line.lineItems.flatMap((child) => outline(child, `${indent} `))];
}

function compute(inputs: Partial<InvoiceInputs>): InvoiceDocument {
  const document = computeInvoice({ ...JANUARY, ...inputs });
  expect(checkInvoiceTree(document)).toEqual([]);
  return document;
}

/** The line of the first card. */
function cardLine(inputs: Partial<InvoiceInputs>): LineItem {
  const plan = compute(inputs).revenueInfo.lineItems[0]?.lineItems[0]?.lineItems[0]?.lineItems[0];
  const parent = plan?.type === 'PRICE_PLAN_AMOUNT' ? plan.lineItems[0] : plan;
  return parent!.lineItems[0]!;
}

describe('the tree', () => {
  it('in arrears runs from the grand total through the plan to cards and slabs', () => {
    const cards = [usageCard('1001', '0@0.010 1000@0.008'), feeCard('50.00')];
    // 1000 × 0.010 + 1 × 0.008 = 10.008; slabs R(10) = 10 and R(10.008) − 10 = 0.01; 50 × 17 / 31 = 27.419…
    expect(outline(compute({ cards }).revenueInfo)).toEqual([
      'GRAND_TOTAL_AMOUNT 37.43',
      ' TOTAL_AMOUNT 37.43',
      '  NET_AMOUNT 37.43',
      '   GROSS_AMOUNT 37.43',
      '    PRICE_PLAN_AMOUNT 37.43 pp.growth',
      '     SUB_TOTAL_AMOUNT 37.43',
      '      USAGE_RATE_CARD_AMOUNT 10.01 um.calls',
      '       USAGE_RATE_CARD_SLAB_AMOUNT 10 um.calls#1',
      '       USAGE_RATE_CARD_SLAB_AMOUNT 0.01 um.calls#2',
      '      FIXED_FEE_RATE_CARD_AMOUNT 27.42 addon.platform',
    ]);
  });

  it('in advance holds the fees and no plan', () => {
    const document = compute({ timing: 'IN_ADVANCE', cards: [feeCard('50.00')] });
    expect(outline(document.revenueInfo)).toEqual([
      'GRAND_TOTAL_AMOUNT 27.42',
      ' TOTAL_AMOUNT 27.42',
      '  NET_AMOUNT 27.42',
      '   GROSS_AMOUNT 27.42',
      '    TOTAL_ADVANCED_FEES 27.42',
      '     ADVANCED_FIXED_FEE 27.42 addon.platform',
    ]);
    expect(document.totalAmount).toBe('27.42');
  });

  it('without cards is a total of 0', () =>
    expect(compute({}).revenueInfo.lineItems[0]?.lineItems[0]?.value).toBe('0'));

  it('groups cards by tag under a subtotal that changes no sum', () => {
    const fee = (id: string, rate: string, tag?: string) =>
      feeCard(rate, { billableId: id, isProrated: false, ...(tag ? { tag } : {}) });
    const cards = [fee('a', '1'), fee('b', '2', 'EU'), fee('c', '3'), fee('d', '4', 'EU')];
    expect(outline(compute({ cards }).revenueInfo).slice(5)).toEqual([
      '     SUB_TOTAL_AMOUNT 10',
      '      FIXED_FEE_RATE_CARD_AMOUNT 1 a',
      '      CUSTOM_TAG 6',
      '       FIXED_FEE_RATE_CARD_AMOUNT 2 b',
      '       FIXED_FEE_RATE_CARD_AMOUNT 4 d',
      '      FIXED_FEE_RATE_CARD_AMOUNT 3 c',
    ]);
  });
});

describe('leaves are rounded once and their parents are sums', () => {
  test.each<[title: string, currency: string, cards: InvoiceInputs['cards'], total: string]>([
    ['one leaf of 0.001', 'USD', [usageCard('1', '0@0.001')], '0'],
    ['two leaves of 0.005', 'USD', [usageCard('1', '0@0.005'), usageCard('1', '0@0.005')], '0.02'],
    ['a leaf of −2.345', 'USD', [feeCard('-2.345', { isProrated: false })], '-2.35'],
    ['99.5 yen', 'JPY', [usageCard('199', '0@0.5')], '100'],
    ['V6', 'USD', [usageCard('12345.67', '0@0.029')], '358.02'], // 358.02443
    ['V7', 'BHD', [usageCard('3333', '0@0.0015')], '5'], // 4.9995
    ['V10', 'USD', [feeCard('300', { billedDays: 59, nominalDays: 90 })], '196.67'],
    ['V29', 'USD', [usageCard('-5', '0@2 100@1')], '-10'],
  ])('%s in %s', (_title, currency, cards, total) =>
    expect(compute({ currency, cards }).totalAmount).toBe(total),
  );

  test.each<[title: string, quantity: string, slabs: string, card: string, shown: string[]]>([
    ['V8', '2', '0@1.005 1@1.005', '2.01', ['1.01', '1']],
    ['3.334 + 3.333 + 3.333', '3', '0@3.334 1@3.333 2@3.333', '10', ['3.33', '3.34', '3.33']],
    ['one slab entered of two', '1', '0@3.334 1@3.333', '3.33', ['3.33']],
    ['zero usage', '0', '0@3.334 1@3.333', '0', []],
  ])('slabs add up to the card: %s', (_title, quantity, slabs, value, shown) => {
    const line = cardLine({ cards: [usageCard(quantity, slabs)] });
    expect(line.value).toBe(value);
    expect(line.lineItems.map((slab) => slab.value)).toEqual(shown);
  });

  test.each<[quantity: string, bounds: Partial<UsageCardInput>, lines: string[]]>([
    // 0.333 rounds to 0.33; R(1.005) − 0.33 = 1.01 − 0.33
    ['1', { minimumRate: '1.005' }, ['0.33 slab', '0.68 adjustment']],
    ['0', { minimumRate: '1' }, ['1 adjustment']],
    ['9', { maximumRate: '1' }, ['3 slab', '-2 adjustment']], // R(2.997) = 3, R(1) − 3
    ['3', { minimumRate: '0.5', maximumRate: '1' }, ['1 slab']], // 0.999 is within the bounds
  ])('the bound of the card is a line of its own: %s units, %o', (quantity, bounds, lines) => {
    const line = cardLine({ cards: [usageCard(quantity, '0@0.333', bounds)] });
    const shown = line.lineItems.map(
      ({ value, type }) => `${value} ${type === 'RATE_CONFIG_ADJUSTMENT_AMOUNT' ? 'adjustment' : 'slab'}`,
    );
    expect(shown).toEqual(lines);
  });

  it('rounds in the mode that the invoice has stored', () => {
    const cards = [feeCard('0.125', { isProrated: false })];
    expect(compute({ cards, roundingMode: 'HALF_EVEN' }).totalAmount).toBe('0.12');
    expect(compute({ cards, roundingMode: 'HALF_UP' }).totalAmount).toBe('0.13');
    expect(compute({ cards, roundingMode: 'DOWN' }).totalAmount).toBe('0.12');
  });
});

describe('a fixed fee', () => {
  test.each<[title: string, more: Partial<FixedFeeCardInput>, value: string]>([
    ['V9 prorated', {}, '27.42'],
    ['in full without proration', { isProrated: false }, '50'],
    ['in full when it comes once', { feeType: 'ONE_TIME' }, '50'],
    ['in full for a full block', { billedDays: 31 }, '50'],
    ['nothing for no day', { billedDays: 0 }, '0'],
  ])('%s', (_title, more, value) => expect(cardLine({ cards: [feeCard('50.00', more)] }).value).toBe(value));
});

describe('lines', () => {
  it('carry the members of the wire', () => {
    const slabs: SlabInput[] = [
      { order: 1, startAfter: '0', priceType: 'PER_UNIT', rate: '10.00', maximumRate: '15' },
      { order: 2, startAfter: '2', priceType: 'PACKAGE', packageSize: '10.0', rate: '20' },
    ];
    const line = cardLine({ cards: [usageCard('13.0', '0@0', { slabs, minimumRate: '100' })] });
    expect(line).toMatchObject({
      description: 'API calls',
      quantity: '13',
      units: 'USD',
      value: '100',
      metadata: { pricingModel: 'TIERED', minimumRateApplied: true },
    });
    expect(line.lineItems).toEqual([
      {
        id: 'um.calls#1',
        description: 'Slab 1: up to 2',
        type: 'USAGE_RATE_CARD_SLAB_AMOUNT',
        valuePerQuantity: '10',
        quantity: '2',
        units: 'USD',
        value: '15',
        metadata: { priceType: 'PER_UNIT', maximumRateApplied: true },
        lineItems: [],
      },
      {
        id: 'um.calls#2',
        description: 'Slab 2: over 2',
        type: 'USAGE_RATE_CARD_SLAB_AMOUNT',
        valuePerQuantity: '20',
        quantity: '11',
        units: 'USD',
        value: '40',
        metadata: { priceType: 'PACKAGE', packageQuantity: '2', packageSize: '10' },
        lineItems: [],
      },
      {
        id: 'um.calls#adjustment',
        description: 'Minimum of 100 applied',
        type: 'RATE_CONFIG_ADJUSTMENT_AMOUNT',
        units: 'USD',
        value: '45', // 100 − 15 − 40
        metadata: { minimumRateApplied: true },
        lineItems: [],
      },
    ]);
  });

  it('list usage apart from money, in usage units', () =>
    expect(compute({ cards: [usageCard('0.50', '0@1'), feeCard('1')] }).usageInfo).toEqual([
      {
        id: 'um.calls',
        description: 'calls',
        type: 'USAGE_METER_USAGE',
        quantity: '0.5',
        units: 'USAGE_UNITS',
        value: '0.5',
        lineItems: [],
      },
    ]));
});

describe('explanations', () => {
  test.each<[title: string, card: InvoiceInputs['cards'][number], steps: string[]]>([
    [
      'slabs',
      usageCard('1001', '0@0.010 1000@0.008'),
      [
        'usage: COUNT of 42 events in calls = 1001',
        'first 1000 units × 0.01 = 10',
        'next 1 unit × 0.008 = 0.008',
        'slabs together: 10 + 0.008 = 10.008',
        'charged: 10.008 rounded half away from zero to 2 digits = 10.01 USD',
      ],
    ],
    [
      'zero usage and a card minimum',
      usageCard('0', '0@1', { minimumRate: '5', eventCount: 0 }),
      [
        'usage: COUNT of 0 events in calls = 0',
        'no usage, so no slab is charged',
        'card minimum of 5 applied: 0 becomes 5',
        'charged: 5 USD',
      ],
    ],
    [
      'volume and a card maximum',
      usageCard('150', '0@2 100@1', { pricingModel: 'VOLUME', maximumRate: '120', eventCount: 1 }),
      [
        'usage: COUNT of 1 event in calls = 150',
        'all 150 units × 1 = 150',
        'card maximum of 120 applied: 150 becomes 120',
        'charged: 120 USD',
      ],
    ],
    [
      'a prorated fee',
      feeCard('50.00'),
      [
        'fixed fee: 50, every cycle',
        'billed for 17 of 31 days: 50 × 17 / 31 = 27.419354838709…',
        'charged: 27.419354838709… rounded half away from zero to 2 digits = 27.42 USD',
      ],
    ],
    ['a fee once', feeCard('9', { feeType: 'ONE_TIME' }), ['fixed fee: 9, charged once', 'charged: 9 USD']],
  ])('%s', (_title, card, steps) => expect(compute({ cards: [card] }).explanations[0]?.steps).toEqual(steps));

  it('keep exact amounts beside the shown ones', () => {
    const cards = [usageCard('2', '0@1.005 1@1.005 5@1', { minimumRate: '2.015' })];
    expect(compute({ cards }).explanations[0]).toMatchObject({
      lineId: 'um.calls',
      cardName: 'calls',
      quantity: '2',
      eventCount: 42,
      slabs: [
        { order: 1, from: '0', to: '1', quantity: '1', amount: '1.005', shown: '1.01' },
        { order: 2, from: '1', to: '5', quantity: '1', amount: '1.005', shown: '1' },
        { order: 3, from: '5', to: null, quantity: '0', amount: '0', shown: null },
      ],
      adjustment: { applied: 'MINIMUM', before: '2.01', after: '2.015', adjustment: '0.005', shown: '0.01' },
      rounding: { exact: '2.015', rounded: '2.02', digits: 2, mode: 'HALF_UP' },
    });
  });
});

it('gives the same bytes again, also from inputs that went through storage', () => {
  const cards = [usageCard('1001.50', '0@0.010 1000@0.008', { tag: 'EU' }), feeCard('50.00')];
  const inputs: InvoiceInputs = { ...JANUARY, cards };
  const bytes = canonicalJson(computeInvoice(inputs));
  expect(canonicalJson(computeInvoice(inputs))).toBe(bytes);
  const stored: InvoiceInputs = JSON.parse(canonicalJson(inputs));
  expect(canonicalJson(computeInvoice(stored))).toBe(bytes);
  expect(canonicalJson(JSON.parse(bytes))).toBe(bytes);
});

describe('rejects inputs that nothing of ours stores', () => {
  test.each<[title: string, inputs: Record<string, unknown>]>([
    ['another engine', { engine: 2 }],
    ['usage in advance', { timing: 'IN_ADVANCE', cards: [usageCard('1', '0@1')] }],
    ['an unknown card', { cards: [{ ...feeCard('1'), type: 'BUNDLE' }] }],
    ['an unknown currency', { currency: 'XAU', cards: [feeCard('1')] }],
    ['a quantity that is no decimal', { cards: [usageCard('1e3', '0@1')] }],
    ['more days than there are', { cards: [feeCard('1', { billedDays: 32 })] }],
  ])('%s', (_title, inputs) =>
    expect(() => computeInvoice({ ...JANUARY, ...inputs } as InvoiceInputs)).toThrow(RangeError),
  );
});
