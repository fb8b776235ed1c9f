import { describe, expect, it, test } from 'vitest';
import {
  checkInvoiceTree,
  computeInvoice,
  type InvoiceInputs,
  type LineItem,
  linesOf,
  type SlabInput,
  type UsageCardInput,
  type UsageExplanation,
} from './index.ts';

const JANUARY: Omit<InvoiceInputs, 'cards'> = {
  ...{ engine: 1, currency: 'USD', roundingMode: 'HALF_UP', timeZone: 'UTC', timing: 'IN_ARREARS' },
  cycle: {
    ...{ start: '2030-01-01', end: '2030-02-01', nominalStart: '2030-01-01', nominalEnd: '2030-02-01' },
    ...{ billedDays: 31, nominalDays: 31, ordinal: 0 },
  },
  pricePlan: { id: 'pp.1', name: 'Plan', version: 1, scheduleId: 'sch.1' },
};
const CALLS = { id: 'um.calls', name: 'calls', aggregation: 'SUM', version: 1 };
const COSTS = { id: 'um.costs', name: 'costs', aggregation: 'SUM', version: 1, eventCount: 3 };

/** Slabs as `startAfter TYPE rate`, apart by `|`. */
function usageCard(quantity: string, slabs: string, more: Partial<UsageCardInput> = {}): UsageCardInput {
  return {
    ...{ type: 'USAGE', name: 'calls', billableId: CALLS.id, displayName: 'API calls', meter: CALLS },
    ...{ quantity, eventCount: 2, pricingModel: 'TIERED' },
    slabs: slabs.split('|').map((text, index): SlabInput => {
      const [startAfter = '', priceType = '', rate = ''] = text.trim().split(' ');
      return { order: index + 1, startAfter, priceType: priceType as SlabInput['priceType'], rate };
    }),
    ...more,
  };
}

function compute(card: UsageCardInput): { line: LineItem; explanation: UsageExplanation; usage?: LineItem } {
  const document = computeInvoice({ ...JANUARY, cards: [card] });
  expect(checkInvoiceTree(document)).toEqual([]);
  const [line] = linesOf(document.revenueInfo, 'USAGE_RATE_CARD_AMOUNT') as [LineItem];
  const [explanation] = document.explanations as [UsageExplanation];
  const [usage] = document.usageInfo;
  return { line, explanation, ...(usage && { usage }) };
}

describe('a cap on the quantity: units beyond it are not charged', () => {
  const slabs = '0 PER_UNIT 2 | 100 PER_UNIT 1';
  test.each<[quantity: string, cap: string | undefined, value: string, charged: string | undefined]>([
    ['150', undefined, '250', undefined], // 100 × 2 + 50 × 1
    ['150', '200', '250', undefined],
    ['150', '150', '250', undefined],
    ['150', '120', '220', '120'], // 100 × 2 + 20 × 1
    ['150', '99.5', '199', '99.5'],
    ['150', '0', '0', '0'],
    ['-5', '100', '-10', undefined], // what is given back is not capped
  ])('%s, at most %s: %s', (quantity, cap, value, charged) => {
    const { line, explanation, usage } = compute(
      usageCard(quantity, slabs, cap === undefined ? {} : { maximumQuantity: cap }),
    );
    expect([line.quantity, line.value, usage?.value]).toEqual([quantity, value, quantity]);
    expect([explanation.maximumQuantity, explanation.chargedQuantity]).toEqual([cap, charged]);
    expect(line.metadata).toEqual({
      pricingModel: 'TIERED',
      ...(cap !== undefined && { maximumQuantity: cap }),
      ...(charged !== undefined && { maximumQuantityApplied: true, chargedQuantity: charged }),
    });
  });

  it('is explained, and stands beside the cap on the amount', () => {
    const { line, explanation } = compute(
      usageCard('150', slabs, { maximumQuantity: '120', maximumRate: '210' }),
    );
    expect(line.value).toBe('210');
    expect(explanation.steps).toEqual([
      'usage: SUM of 2 events in calls = 150',
      'at most 120 units are charged: 150 becomes 120',
      'first 100 units × 2 = 200',
      'next 20 units × 1 = 20',
      'slabs together: 200 + 20 = 220',
      'card maximum of 210 applied: 220 becomes 210',
      'charged: 210 USD',
    ]);
  });

  it('without usage the least amount is due all the same', () => {
    const { line } = compute(usageCard('0', slabs, { maximumQuantity: '0', minimumRate: '5' }));
    expect(line.value).toBe('5');
  });
});

describe('a percentage', () => {
  it('V6: 2.9 % of 12345.67', () => {
    const { line, explanation } = compute(usageCard('12345.67', '0 PERCENTAGE 2.9'));
    expect(line).toMatchObject({ quantity: '12345.67', value: '358.02' });
    expect(line.lineItems).toMatchObject([
      { valuePerQuantity: '2.9', value: '358.02', metadata: { priceType: 'PERCENTAGE' } },
    ]);
    expect(explanation.steps).toEqual([
      'usage: SUM of 2 events in calls = 12345.67',
      'first 12345.67 units × 2.9 % = 358.02443',
      'charged: 358.02443 rounded half away from zero to 2 digits = 358.02 USD',
    ]);
  });

  it('graduated: the parts are shown so that they add up to the whole', () => {
    // 0.15 × 3 % = 0.0045 and 1.05 × 2 % = 0.021, together 0.0255.
    const { line } = compute(usageCard('1.2', '0 PERCENTAGE 3 | 0.15 PERCENTAGE 2'));
    expect(line.value).toBe('0.03');
    expect(line.lineItems.map(({ value }) => value)).toEqual(['0', '0.03']);
  });
});

describe('a price that events carry', () => {
  test.each<[carried: string | undefined, slab: string, bounds: Partial<UsageCardInput>, value: string]>([
    ['19.995', '0 DYNAMIC 1', {}, '20'],
    ['200', '0 DYNAMIC 1.15', {}, '230'],
    ['200', '0 DYNAMIC 1.15', { maximumRate: '225' }, '225'],
    ['0', '0 DYNAMIC 1', { minimumRate: '5' }, '5'],
    ['-3.5', '0 DYNAMIC 1', {}, '-3.5'],
    [undefined, '0 DYNAMIC 1', {}, '0'], // nothing is carried
  ])('%s by %s: %j %s', (carried, slab, bounds, value) => {
    const carries = carried === undefined ? {} : { carriedAmount: carried, priceMeter: COSTS };
    const { line, usage } = compute(usageCard('30', slab, { ...carries, ...bounds }));
    expect([line.quantity, line.value, usage?.value]).toEqual(['30', value, '30']);
  });

  it('is explained by the events that carry it', () => {
    const { line, explanation } = compute(
      usageCard('30', '0 DYNAMIC 1.15', { carriedAmount: '200', priceMeter: COSTS }),
    );
    expect(line.lineItems).toMatchObject([
      { description: 'Price carried by events', quantity: '200', valuePerQuantity: '1.15', value: '230' },
    ]);
    expect(explanation).toMatchObject({ quantity: '30', carriedAmount: '200', priceMeter: COSTS });
    expect(explanation.steps.slice(0, 2)).toEqual([
      'usage: SUM of 2 events in calls = 30',
      'price carried by 3 events in costs: 200 × 1.15 = 230',
    ]);
    const nothing = { carriedAmount: '0', priceMeter: { ...COSTS, eventCount: 1 } };
    expect(compute(usageCard('30', '0 DYNAMIC 1', nothing)).explanation.steps[1]).toBe(
      'price carried by 1 event in costs: 0, so no slab is charged',
    );
  });
});
