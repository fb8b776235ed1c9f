import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../canonical-json.ts';
import { decimal, decimalText } from '../decimal.ts';
import { type AdjustmentInputs, computeAdjustment, isWithoutChange } from './adjustment.ts';
import {
  checkInvoiceTree,
  computeInvoice,
  type InvoiceInputs,
  linesOf,
  type UsageCardInput,
} from './index.ts';

const days = { start: '2030-01-01', end: '2030-02-01' };
const JANUARY: InvoiceInputs = {
  engine: 1,
  currency: 'USD',
  roundingMode: 'HALF_UP',
  timeZone: 'UTC',
  timing: 'IN_ARREARS',
  cycle: {
    ...days,
    nominalStart: days.start,
    nominalEnd: days.end,
    billedDays: 31,
    nominalDays: 31,
    ordinal: 0,
  },
  pricePlan: { id: 'pp.1', name: 'Plan', version: 1, scheduleId: 'sch.1' },
  cards: [],
};

/** 1000 at 0.01, what is beyond at 0.008. */
function calls(quantity: string, model: UsageCardInput['pricingModel'] = 'TIERED'): UsageCardInput {
  return {
    ...{ type: 'USAGE', name: 'calls', billableId: 'um.1', displayName: 'Calls', eventCount: 1, quantity },
    meter: { id: 'um.1', name: 'calls', aggregation: 'SUM' },
    pricingModel: model,
    slabs: [
      { order: 1, startAfter: '0', priceType: 'PER_UNIT', rate: '0.01' },
      { order: 2, startAfter: '1000', priceType: 'PER_UNIT', rate: '0.008' },
    ],
  };
}

function adjust(before: Partial<InvoiceInputs>, after: Partial<InvoiceInputs>) {
  const inputs: AdjustmentInputs = {
    ...{ engine: 1, currency: 'USD', roundingMode: 'HALF_UP', timeZone: 'UTC' },
    original: { invoiceId: 'inv.1', sequenceId: '2030-02-0001', cycle: days },
    before: { ...JANUARY, ...before },
    after: { ...JANUARY, ...before, ...after },
    events: { count: 2, ids: ['e1', 'e2'] },
    correctWords: 'correct amount',
  };
  const document = computeAdjustment(inputs);
  expect(checkInvoiceTree(document, { isDifference: true })).toEqual([]);
  return document;
}

const typesOf = (document: ReturnType<typeof adjust>, type: Parameters<typeof linesOf>[1]) =>
  linesOf(document.revenueInfo, type).map(({ id, value }) => [id, value]);

describe('late usage of a cycle', () => {
  // 1234: 10 + 234 × 0.008 = 11.872 → 11.87. 1300: 10 + 2.4 = 12.4. Difference 0.53.
  const document = adjust({ cards: [calls('1234')] }, { cards: [calls('1300')] });

  it('is charged by the difference of two whole computations', () => {
    expect(document.totalAmount).toBe('0.53');
    const [line] = linesOf(document.revenueInfo, 'USAGE_RATE_CARD_AMOUNT');
    expect(line).toMatchObject({
      ...{ id: 'um.1', description: 'Calls', value: '0.53' },
      lineItems: [
        { type: 'PROXY_AMOUNT', description: 'correct amount', quantity: '1300', value: '12.4' },
        {
          type: 'PROXY_AMOUNT',
          description: 'invoiced with 2030-02-0001',
          quantity: '1234',
          value: '-11.87',
        },
      ],
    });
    expect(document.usageInfo).toMatchObject([
      { id: 'um.1', quantity: '66', value: '66', metadata: { now: '1300' } },
    ]);
  });

  it('is explained by both computations', () => {
    expect(document.explanations).toMatchObject([
      { lineId: 'um.1', type: 'ADJUSTMENT', before: '11.87', after: '12.4', rounding: { rounded: '0.53' } },
    ]);
    const [first, second, third] = document.explanations[0]?.steps ?? [];
    expect(first).toMatch(/^invoice 2030-02-0001 of 2030-01-01 to 2030-02-01, before: usage: .* = 1234; /);
    expect(second).toMatch(/^with 2 events that came or went after it: usage: .* = 1300; /);
    expect(third).toBe('difference: 12.4 − 11.87 = 0.53 USD');
  });
});

it('a volume price that falls gives money back', () => {
  // 995 × 0.01 = 9.95; 1200 × 0.008 = 9.6.
  const document = adjust({ cards: [calls('995', 'VOLUME')] }, { cards: [calls('1200', 'VOLUME')] });
  expect(document.totalAmount).toBe('-0.35');
});

it('a minimum commitment takes up the difference as long as it is not reached', () => {
  const commitment = { name: 'least', displayName: 'Minimum', amount: '20', billedDays: 31, nominalDays: 31 };
  const same = adjust({ cards: [calls('1234')], commitment }, { cards: [calls('1300')] });
  expect([same.totalAmount, typesOf(same, 'TRUE_UP_AMOUNT')]).toEqual(['0', [['pp.1#least', '-0.53']]]);
  // 3000: 10 + 2000 × 0.008 = 26, of which 20 were invoiced.
  expect(adjust({ cards: [calls('1234')], commitment }, { cards: [calls('3000')] }).totalAmount).toBe('6');
});

it('charges and taxes that follow from usage differ too', () => {
  const beside = {
    charges: [{ name: 'Share', value: '{"*":[{"var":"um.1"},0.1]}' }],
    taxes: [{ name: 'VAT', rate: '0.2' }],
  };
  const document = adjust({ cards: [calls('1000')], ...beside }, { cards: [calls('2000')] });
  // 10 → 18, a tenth of it 1 → 1.8, taxes 2.2 → 3.96.
  expect(typesOf(document, 'MISCELLANEOUS_CHARGE')).toEqual([['Share', '0.8']]);
  expect(typesOf(document, 'TAX_AMOUNT')).toEqual([['VAT', '1.76']]);
  expect(document.totalAmount).toBe('10.56');
});

describe('credits', () => {
  const credit = (available: string) => ({
    ...{ id: 'cr.1', purpose: 'Goodwill', priority: 1, effectiveFrom: '2030-01-01', scope: [], available },
    createdAt: '2030-01-01T00:00:00.000000Z',
  });

  it('pay of what is charged now as far as they go', () => {
    const document = adjust(
      { cards: [calls('1000')], credits: [credit('12')] },
      { cards: [calls('2000')], credits: [credit('12')] },
    );
    // 10 were paid by the credit; of 8 more it has 2.
    expect([document.totalAmount, document.creditUses]).toEqual([
      '6',
      [{ creditId: 'cr.1', lineId: 'um.1', amount: '2' }],
    ]);
  });

  it('get back what they paid too much, before any money is', () => {
    const document = adjust({ cards: [calls('2000')], credits: [credit('12')] }, { cards: [calls('1000')] });
    // 18 − 12 was 6 of money; 10 is all of the credit, which gets 2 back.
    expect([document.totalAmount, document.creditUses]).toEqual([
      '-6',
      [{ creditId: 'cr.1', lineId: 'um.1', amount: '-2' }],
    ]);
  });
});

it('what pricing rules take back again is shown, and comes to nothing', () => {
  const left = (share: number) => [
    {
      ...{ id: 'rule.1', version: 1, name: 'Left', order: 1 },
      computation: JSON.stringify({ '*': [{ var: 'revenue.urc.um.1' }, share] }),
      action: { type: 'UPDATE' as const, target: 'revenue.urc.um.1' },
    },
  ];
  const rules = left(0);
  const document = adjust({ cards: [calls('1000')], rules }, { cards: [calls('2000')] });
  // 10 − 10 and 18 − 18.
  expect([isWithoutChange(document), document.totalAmount]).toEqual([false, '0']);
  expect(typesOf(document, 'USAGE_RATE_CARD_AMOUNT')).toEqual([['um.1', '0']]);
  expect(typesOf(document, 'PRICING_RULE_REVENUE_UPDATE_AMOUNT')).toEqual([['um.1#rule.1', '-18']]);
  expect(document.explanations[0]?.steps.at(-1)).toBe('difference: 0 − 0 = 0 USD');
  expect(isWithoutChange(adjust({ cards: [calls('1000')], rules: left(0.5) }, {}))).toBe(true);
});

it('nothing that is another amount is no change', () => {
  const same = adjust({ cards: [calls('1234')] }, { cards: [{ ...calls('1234'), eventCount: 9 }] });
  expect([isWithoutChange(same), same.totalAmount]).toEqual([true, '0']);
  expect(isWithoutChange(adjust({ cards: [calls('1234')] }, { cards: [calls('1300')] }))).toBe(false);
});

it('original and adjustments are what one invoice would have been, however the usage came', () => {
  const quantity = fc.integer({ min: 0, max: 500_000 }).map((units) => decimalText(decimal(units).div(100)));
  const model = fc.constantFrom('TIERED' as const, 'VOLUME' as const);
  const extras = fc.record({
    commitment: fc.option(
      fc.constant({ name: 'least', displayName: 'Minimum', amount: '20', billedDays: 31, nominalDays: 31 }),
      { nil: undefined },
    ),
    charges: fc.option(fc.constant([{ name: 'Share', value: '{"*":[{"var":"um.1"},0.333]}' }]), {
      nil: undefined,
    }),
    taxes: fc.option(fc.constant([{ name: 'VAT', rate: '0.077' }]), { nil: undefined }),
  });
  fc.assert(
    fc.property(
      fc.array(quantity, { minLength: 2, maxLength: 6 }),
      model,
      extras,
      (quantities, pricing, given) => {
        const beside = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
        const inputsOf = (text: string): InvoiceInputs => ({
          ...JANUARY,
          ...beside,
          cards: [calls(text, pricing)],
        });
        const [first, ...later] = quantities as [string, ...string[]];
        let total = decimal(computeInvoice(inputsOf(first)).totalAmount);
        let before = first;
        for (const after of later) {
          const document = adjust(inputsOf(before), inputsOf(after));
          expect(canonicalJson(document)).toBe(canonicalJson(adjust(inputsOf(before), inputsOf(after))));
          total = total.plus(decimal(document.totalAmount));
          before = after;
        }
        expect(decimalText(total)).toBe(computeInvoice(inputsOf(before)).totalAmount);
      },
    ),
    { numRuns: 200 },
  );
});
