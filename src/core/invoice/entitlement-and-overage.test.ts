import { describe, expect, it, test } from 'vitest';
import {
  checkInvoiceTree,
  computeInvoice,
  type EntitlementCardInput,
  type InvoiceDocument,
  type InvoiceInputs,
  type LineItem,
  type OverageCardInput,
  type SlabInput,
} from './index.ts';

const MAY: InvoiceInputs = {
  engine: 1,
  currency: 'USD',
  roundingMode: 'HALF_UP',
  timeZone: 'UTC',
  timing: 'IN_ARREARS',
  cycle: {
    start: '2030-05-20',
    end: '2030-06-01',
    nominalStart: '2030-05-01',
    nominalEnd: '2030-06-01',
    billedDays: 12,
    nominalDays: 31,
    ordinal: 0,
  },
  pricePlan: { id: 'pp.1', name: 'Plan', version: 1, scheduleId: 'sch.1' },
  cards: [],
};
const period = { start: '2030-05-20', end: '2030-06-01' };

/** `0 FLAT 0 | 100 PER_UNIT 1`: start, price type and rate of each slab. */
function readSlabs(text: string): SlabInput[] {
  return text.split('|').map((slab, index) => {
    const [startAfter = '', priceType = '', rate = '', packageSize] = slab.trim().split(' ');
    return {
      order: index + 1,
      startAfter,
      priceType: priceType as SlabInput['priceType'],
      rate,
      ...(packageSize === undefined ? {} : { packageSize }),
    };
  });
}

function entitlementCard(
  limits: string[],
  slabs: string,
  more: Partial<EntitlementCardInput> = {},
): EntitlementCardInput {
  return {
    type: 'BILLING_ENTITLEMENT',
    name: 'talk',
    billableId: 'feature.talk',
    displayName: 'Talk time',
    featureConfigs: limits.map((featureCreditLimit) => ({
      effectiveFrom: 'PT0S',
      effectiveUntil: 'P1M',
      featureCreditLimit,
    })),
    quantity: '1',
    pricingModel: 'TIERED',
    slabs: readSlabs(slabs),
    period,
    recurrence: { interval: 1, offset: 0 },
    ...more,
  };
}

function overageCard(
  quantity: string,
  slabs: string,
  more: Partial<OverageCardInput> = {},
): OverageCardInput {
  return {
    type: 'ENTITLEMENT_OVERAGE',
    name: 'talk over',
    billableId: 'feature.talk',
    displayName: 'More talk time',
    quantity,
    pricingModel: 'TIERED',
    slabs: readSlabs(slabs),
    period,
    recurrence: { interval: 1, offset: 0 },
    ...more,
  };
}

function compute(inputs: Partial<InvoiceInputs>): InvoiceDocument {
  const document = computeInvoice({ ...MAY, ...inputs });
  expect(checkInvoiceTree(document)).toEqual([]);
  return document;
}

/** Rate card lines and what is below them, as `TYPE quantity value`. */
function outline(line: LineItem, indent = ''): string[] {
  const isCard = /RATE_CARD/.test(line.type) || line.type === 'RATE_CONFIG_ADJUSTMENT_AMOUNT';
  const own = isCard ? [`${indent}${line.type} ${line.quantity ?? '-'} ${line.value}`] : [];
  return [...own, ...line.lineItems.flatMap((child) => outline(child, isCard ? `${indent} ` : ''))];
}

// 12 of the 31 days of May are billed, which changes nothing: credits and price are whole on a stub (16.3).
describe('entitlements', () => {
  test.each<[limits: string[], slabs: string, more: Partial<EntitlementCardInput>, line: string]>([
    // limits           slabs                         more                     quantity and amount
    [['20000'], '0 FLAT 0', {}, '20000 0'], //                                 included in the plan
    [['100'], '0 PER_UNIT 1', {}, '100 100'],
    [['100'], '0 PER_UNIT 1', { quantity: '1.2' }, '120 120'], //              100 × 1.2
    [['25', '25', '25', '25'], '0 FLAT 9.99', {}, '100 9.99'], //              four windows, one price
    [['100', '50'], '0 PER_UNIT 2 | 100 PER_UNIT 1', {}, '150 250'], //        100 × 2 + 50 × 1
    [['100', '50'], '0 PER_UNIT 2 | 100 PER_UNIT 1', { pricingModel: 'VOLUME' }, '150 150'], // 150 × 1
    [['105'], '0 PACKAGE 30 50', {}, '105 90'], //                             ⌈105 / 50⌉ × 30
    [['0'], '0 FLAT 5', {}, '0 0'], //                                         no slab is entered
    [['0'], '0 FLAT 5', { minimumRate: '3' }, '0 3'], //                       the minimum of the card
    [['0.335'], '0 PER_UNIT 3', {}, '0.335 1.01'], //                          1.005, which a double has below
  ])('limits %j, slabs %s, %j: %s', (limits, slabs, more, line) => {
    const { revenueInfo, usageInfo } = compute({ cards: [entitlementCard(limits, slabs, more)] });
    expect(outline(revenueInfo)).toEqual([`BILLING_ENTITLEMENT_RATE_CARD_AMOUNT ${line}`]);
    expect(usageInfo).toEqual([]);
  });

  it('in advance stand among the fees in advance', () => {
    const cards = [entitlementCard(['100'], '0 PER_UNIT 1')];
    const { revenueInfo } = compute({ timing: 'IN_ADVANCE', cards });
    expect(outline(revenueInfo)).toEqual(['ADVANCED_BILLING_ENTITLEMENT_RATE_CARD_AMOUNT 100 100']);
  });

  it('show the price of a unit only where quantity times price is the amount', () => {
    const priceOf = (slabs: string, more = {}) => {
      const { revenueInfo } = compute({
        timing: 'IN_ADVANCE',
        cards: [entitlementCard(['100'], slabs, more)],
      });
      const card = (line: LineItem): LineItem => (line.lineItems[0] ? card(line.lineItems[0]) : line);
      return card(revenueInfo).valuePerQuantity;
    };
    expect(priceOf('0 PER_UNIT 0.5')).toBe('0.5');
    expect(priceOf('0 FLAT 5')).toBeUndefined();
    expect(priceOf('0 PER_UNIT 2 | 50 PER_UNIT 1')).toBeUndefined();
    expect(priceOf('0 PER_UNIT 0.5', { maximumRate: '20' })).toBeUndefined();
  });

  it('are explained in sentences', () => {
    const steps = (card: EntitlementCardInput) => compute({ cards: [card] }).explanations[0]?.steps;
    expect(steps(entitlementCard(['100'], '0 PER_UNIT 1'))).toEqual([
      'credits granted from 2030-05-20 to 2030-06-01: 100',
      'first 100 units × 1 = 100',
      'charged: 100 USD',
    ]);
    expect(steps(entitlementCard(['100', '50'], '0 FLAT 9.999', { quantity: '2' }))).toEqual([
      'credits granted from 2030-05-20 to 2030-06-01: (100 + 50) × 2 = 300',
      'first 300 units at a flat 9.999 = 9.999',
      'charged: 9.999 rounded half away from zero to 2 digits = 10 USD',
    ]);
    expect(steps(entitlementCard(['0'], '0 FLAT 5'))?.[1]).toBe('no credits, so no slab is charged');
  });
});

describe('overage', () => {
  const SLAB = ' ENTITLEMENT_OVERAGE_RATE_CARD_SLAB_AMOUNT';
  test.each<[quantity: string, slabs: string, more: Partial<OverageCardInput>, lines: string[]]>([
    // 5000 × 0.05 = 250; 1200 × 0.03 = 36
    ['6200', '0 PER_UNIT 0.05 | 5000 PER_UNIT 0.03', {}, ['6200 286', `${SLAB} 5000 250`, `${SLAB} 1200 36`]],
    ['5000', '0 PER_UNIT 0.05 | 5000 PER_UNIT 0.03', {}, ['5000 250', `${SLAB} 5000 250`]], // the border
    // 1.005 + 1.005 = 2.01: rounded once, and the lines add up to it
    ['11', '0 FLAT 1.005 | 10 FLAT 1.005', {}, ['11 2.01', `${SLAB} 10 1.01`, `${SLAB} 1 1`]],
    ['0', '0 PER_UNIT 0.05', {}, ['0 0']], // the line stays, because rules may read it
    [
      '10',
      '0 PER_UNIT 1',
      { minimumRate: '25' },
      ['10 25', `${SLAB} 10 10`, ' RATE_CONFIG_ADJUSTMENT_AMOUNT - 15'],
    ],
  ])('%s at %s, %j: %j', (quantity, slabs, more, [first, ...rest]) => {
    const { revenueInfo, usageInfo } = compute({ cards: [overageCard(quantity, slabs, more)] });
    expect(outline(revenueInfo)).toEqual([`ENTITLEMENT_OVERAGE_RATE_CARD_AMOUNT ${first}`, ...rest]);
    expect(usageInfo).toEqual([]);
  });

  it('is explained in sentences', () => {
    const card = overageCard('6200', '0 PER_UNIT 0.05 | 5000 PER_UNIT 0.03', { maxQuantity: '10000' });
    expect(compute({ cards: [card] }).explanations).toMatchObject([
      {
        ...{ lineId: 'feature.talk', cardName: 'talk over', type: 'ENTITLEMENT_OVERAGE' },
        ...{ quantity: '6200', period, pricingModel: 'TIERED' },
        slabs: [
          { order: 1, from: '0', to: '5000', quantity: '5000', rate: '0.05', amount: '250', shown: '250' },
          { order: 2, from: '5000', to: null, quantity: '1200', rate: '0.03', amount: '36', shown: '36' },
        ],
        rounding: { exact: '286', rounded: '286' },
        steps: [
          'used beyond the credits from 2030-05-20 to 2030-06-01: 6200',
          'at most 10000 may be used beyond them in a block',
          'first 5000 units × 0.05 = 250',
          'next 1200 units × 0.03 = 36',
          'slabs together: 250 + 36 = 286',
          'charged: 286 USD',
        ],
      },
    ]);
  });

  it('is never billed in advance', () => {
    const cards = [overageCard('1', '0 PER_UNIT 1')];
    expect(() => compute({ timing: 'IN_ADVANCE', cards })).toThrow('talk over: overage is billed in arrears');
  });
});

it('both cards of one feature stand side by side', () => {
  const cards = [entitlementCard(['100'], '0 PER_UNIT 1'), overageCard('7', '0 PER_UNIT 2')];
  const { revenueInfo, totalAmount } = compute({ cards });
  expect(outline(revenueInfo).map((line) => line.split(' ').slice(-2).join(' '))).toEqual([
    ...['100 100', '7 14', '7 14'],
  ]);
  expect(totalAmount).toBe('114');
});
