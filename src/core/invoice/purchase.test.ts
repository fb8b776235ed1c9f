import { describe, expect, it, test } from 'vitest';
import { canonicalJson } from '../canonical-json.ts';
import {
  type CardInput,
  type CreditGrantCardInput,
  checkInvoiceTree,
  computeInvoice,
  type InvoiceDocument,
  type InvoiceInputs,
  linesOf,
} from './index.ts';

const DAY = { start: '2030-05-20', end: '2030-05-21' };
const BOUGHT: InvoiceInputs = {
  engine: 1,
  currency: 'USD',
  roundingMode: 'HALF_UP',
  timeZone: 'UTC',
  timing: 'PURCHASE',
  cycle: {
    ...DAY,
    nominalStart: DAY.start,
    nominalEnd: DAY.end,
    billedDays: 1,
    nominalDays: 1,
    ordinal: 0,
  },
  pricePlan: { id: 'pp.1', name: 'Bundle', version: 1 },
  cards: [],
};
const ONCE = { interval: 1, offset: 0 };

function perUnit(rate: string): Pick<CreditGrantCardInput, 'pricingModel' | 'slabs'> {
  return {
    pricingModel: 'TIERED',
    slabs: [{ order: 1, startAfter: '0', priceType: 'PER_UNIT', rate }],
  };
}

function fee(rate: string, quantity?: string): CardInput {
  return {
    ...{ type: 'FIXED_FEE', name: 'fee', billableId: 'addon.fee', displayName: 'Set-up', rate },
    ...{ feeType: 'ONE_TIME', isProrated: false, billedDays: 1, nominalDays: 1, recurrence: ONCE },
    ...(quantity === undefined ? {} : { quantity }),
  };
}

function entitlement(featureCreditLimit: string, rate: string, quantity: string): CardInput {
  const featureConfigs = [{ effectiveFrom: 'PT0S', effectiveUntil: 'P20D', featureCreditLimit }];
  return {
    ...{ type: 'BILLING_ENTITLEMENT', name: 'talk', billableId: 'feature.talk', displayName: 'Talk time' },
    ...{ featureConfigs, quantity, period: DAY, recurrence: ONCE },
    ...perUnit(rate),
  };
}

function credits(creditAmount: string, rate: string, quantity?: string): CardInput {
  return {
    ...{ type: 'CREDIT_GRANT', name: 'credits', billableId: 'addon.credits', displayName: 'Credits' },
    ...{ feeType: 'ONE_TIME', creditAmount, period: DAY, recurrence: ONCE },
    ...perUnit(rate),
    ...(quantity === undefined ? {} : { quantity }),
  };
}

function compute(cards: CardInput[]): InvoiceDocument {
  const document = computeInvoice({ ...BOUGHT, cards });
  expect(checkInvoiceTree(document)).toEqual([]);
  return document;
}

describe('the price of a purchase', () => {
  test.each([
    // cards                                                     amount
    [[entitlement('100', '1', '1.2'), fee('50')], '170'], //      100 × 1.2 × 1 + 50
    [[fee('50', '3')], '150'], //                                 50 × 3
    [[fee('0.335', '3')], '1.01'], //                             1.005, rounded once and not 0.34 × 3
    [[fee('-5', '2'), fee('50', '2')], '90'], //                  a discount counts as often as the rest
    [[credits('100', '0.1', '2'), entitlement('10', '2', '2')], '60'], // 200 × 0.1 + 20 × 2
    [[], '0'],
  ])('case %#', (cards, amount) => {
    expect(compute(cards).totalAmount).toBe(amount);
  });
});

describe('the document of a purchase', () => {
  const document = compute([entitlement('100', '1', '1.2'), credits('100', '0.1'), fee('50', '2')]);

  it('has its cards under one amount of the plan, below the gross amount', () => {
    const [gross] = linesOf(document.revenueInfo, 'GROSS_AMOUNT');
    expect(gross?.lineItems).toMatchObject([
      {
        ...{ type: 'TOTAL_PURCHASE_AMOUNT', id: 'pp.1', description: 'Bundle', value: '230' },
        lineItems: [
          { type: 'BILLING_ENTITLEMENT_RATE_CARD_AMOUNT', quantity: '120', value: '120' },
          { type: 'CREDIT_GRANT_RATE_CARD_AMOUNT', quantity: '100', value: '10' },
          {
            ...{ type: 'FIXED_FEE_RATE_CARD_AMOUNT', valuePerQuantity: '50', quantity: '2' },
            value: '100',
          },
        ],
      },
    ]);
  });

  it('explains each amount', () => {
    expect(document.explanations.map(({ steps }) => steps)).toEqual([
      ['credits granted with the purchase: 100 × 1.2 = 120', expect.anything(), 'charged: 120 USD'],
      ['credit granted once: 100 USD', expect.anything(), 'charged: 10 USD'],
      ['fixed fee: 50 × 2 = 100, charged once', 'charged: 100 USD'],
    ]);
  });

  it('rejects what is measured: nothing was used when it is bought', () => {
    const usage: CardInput = {
      ...{ type: 'USAGE', name: 'calls', billableId: 'um.1', displayName: 'Calls', quantity: '1' },
      ...{ eventCount: 1, meter: { id: 'um.1', name: 'calls', aggregation: 'SUM' } },
      ...perUnit('1'),
    };
    expect(() => compute([usage])).toThrow(RangeError);
  });
});

it('a fee without a quantity keeps the bytes that it always had', () => {
  const [plain, once] = [compute([fee('50')]), compute([fee('50', '1')])];
  expect(canonicalJson(plain.revenueInfo)).toBe(canonicalJson(once.revenueInfo));
  expect(plain.explanations[0]?.steps).toEqual(['fixed fee: 50, charged once', 'charged: 50 USD']);
});
