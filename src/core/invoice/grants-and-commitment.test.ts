import { describe, expect, it, test } from 'vitest';
import { canonicalJson } from '../canonical-json.ts';
import {
  type CardInput,
  type CommitmentInput,
  type CreditGrantCardInput,
  checkInvoiceTree,
  computeInvoice,
  type InvoiceDocument,
  type InvoiceInputs,
  linesOf,
  type SlabInput,
} from './index.ts';

const MAY: InvoiceInputs = {
  engine: 1,
  currency: 'USD',
  roundingMode: 'HALF_UP',
  timeZone: 'UTC',
  timing: 'IN_ARREARS',
  cycle: {
    start: '2030-05-01',
    end: '2030-06-01',
    nominalStart: '2030-05-01',
    nominalEnd: '2030-06-01',
    billedDays: 31,
    nominalDays: 31,
    ordinal: 0,
  },
  pricePlan: { id: 'pp.1', name: 'Plan', version: 1, scheduleId: 'sch.1' },
  cards: [],
};

function compute(change: Partial<InvoiceInputs>): InvoiceDocument {
  const document = computeInvoice({ ...MAY, ...change });
  expect(checkInvoiceTree(document)).toEqual([]);
  return document;
}

function slab(priceType: SlabInput['priceType'], rate: string): SlabInput {
  return { order: 1, startAfter: '0', priceType, rate };
}

function grantCard(creditAmount: string, price: SlabInput, more: Partial<CreditGrantCardInput> = {}) {
  return {
    type: 'CREDIT_GRANT',
    name: 'credits',
    billableId: 'addon.credits',
    displayName: 'Credits',
    feeType: 'RECURRING',
    creditAmount,
    pricingModel: 'TIERED',
    slabs: [price],
    period: { start: '2030-05-01', end: '2030-06-01' },
    recurrence: { interval: 1, offset: 0 },
    ...more,
  } satisfies CardInput;
}

/** A fixed fee of this amount. */
function fee(rate: string): CardInput {
  return {
    type: 'FIXED_FEE',
    name: 'fee',
    billableId: 'addon.fee',
    displayName: 'Fee',
    feeType: 'RECURRING',
    rate,
    isProrated: false,
    billedDays: 31,
    nominalDays: 31,
    recurrence: { interval: 1, offset: 0 },
  };
}

function commitment(amount: string, billedDays = 31): CommitmentInput {
  return { name: 'minimum', displayName: 'Minimum', amount, billedDays, nominalDays: 31 };
}

describe('the price of a credit grant', () => {
  test.each([
    // credit   quantity   price type  rate     price
    ['100', undefined, 'FLAT', '10', '10'],
    ['1000', undefined, 'FLAT', '1000', '1000'], //   a commitment paid for in advance
    ['100', '2', 'PER_UNIT', '0.5', '100'], //        100 × 2 × 0.5
    ['100', '1.2', 'PER_UNIT', '0.333', '39.96'], //  120 × 0.333 = 39.96
    ['100', undefined, 'FLAT', '0', '0'], //          a gift is granted all the same
  ] as const)('%s, %s times, %s %s = %s', (creditAmount, quantity, priceType, rate, price) => {
    const more = quantity === undefined ? {} : { quantity };
    const document = compute({ cards: [grantCard(creditAmount, slab(priceType, rate), more)] });
    expect(document.totalAmount).toBe(price);
    expect(linesOf(document.revenueInfo, 'CREDIT_GRANT_RATE_CARD_AMOUNT')).toHaveLength(1);
  });

  it('stands among the fees in advance when it is invoiced in advance', () => {
    const document = compute({ timing: 'IN_ADVANCE', cards: [grantCard('100', slab('FLAT', '10'))] });
    const [advance] = linesOf(document.revenueInfo, 'TOTAL_ADVANCED_FEES');
    expect(advance?.lineItems.map(({ type, value }) => [type, value])).toEqual([
      ['ADVANCED_CREDIT_GRANT_RATE_CARD_AMOUNT', '10'],
    ]);
  });

  it('is paid by a credit that names the add-on, and by no other', () => {
    const credit = {
      id: 'cred.1',
      purpose: 'gift',
      priority: 1,
      effectiveFrom: '2030-05-01',
      createdAt: '2030-05-01T00:00:00Z',
      scope: [] as string[],
      available: '100',
    };
    const cards = [grantCard('100', slab('FLAT', '10'))];
    expect(compute({ cards, credits: [credit] }).totalAmount).toBe('10');
    expect(compute({ cards, credits: [{ ...credit, scope: ['addon.credits'] }] }).totalAmount).toBe('0');
  });

  it('is explained', () => {
    const card = grantCard('100', slab('PER_UNIT', '0.5'), { quantity: '2', feeType: 'ONE_TIME' });
    expect(compute({ cards: [card] }).explanations[0]?.steps).toEqual([
      'credit granted once: 100 × 2 = 200 USD',
      'first 200 units × 0.5 = 100',
      'charged: 100 USD',
    ]);
  });
});

describe('the minimum commitment', () => {
  test.each([
    // commitment  days   subtotal   true-up
    ['1000', 31, '640.25', '359.75'], //   V15: 1000 − 640.25
    ['1000', 17, '640.25', '0'], //        1000 × 17 / 31 = 548.39 is less than 640.25
    ['1000', 17, '500', '48.39'], //       548.387… → 548.39 − 500
    ['640.25', 31, '640.25', '0'],
    ['640.26', 31, '640.25', '0.01'],
    ['100', 31, '-20', '120'], //          a negative subtotal is lifted too
  ] as const)('%s for %i of 31 days over %s adds %s', (amount, days, subTotal, expected) => {
    const document = compute({ cards: [fee(subTotal)], commitment: commitment(amount, days) });
    const trueUps = linesOf(document.revenueInfo, 'TRUE_UP_AMOUNT').map(({ value }) => value);
    expect(trueUps).toEqual(expected === '0' ? [] : [expected]);
  });

  it('stands beside the subtotal, and credits are applied after it', () => {
    const credits = [
      {
        id: 'cred.1',
        purpose: 'gift',
        priority: 1,
        effectiveFrom: '2030-05-01',
        createdAt: '2030-05-01T00:00:00Z',
        scope: [],
        available: '700',
      },
    ];
    const document = compute({ cards: [fee('640.25')], commitment: commitment('1000'), credits });
    const [plan] = linesOf(document.revenueInfo, 'PRICE_PLAN_AMOUNT');
    expect(plan?.lineItems.map(({ type, value }) => [type, value])).toEqual([
      ['SUB_TOTAL_AMOUNT', '640.25'],
      ['TRUE_UP_AMOUNT', '359.75'],
    ]);
    expect(document.totalAmount).toBe('300');
  });

  it('is explained, with the days that are billed', () => {
    const document = compute({ cards: [fee('500')], commitment: commitment('1000', 17) });
    const explained = document.explanations.find(({ type }) => type === 'MINIMUM_COMMITMENT');
    expect(explained?.steps).toEqual([
      'minimum commitment of a cycle: 1000 USD; for 17 of 31 days: ' +
        '1000 × 17 / 31 = 548.387096774193…, rounded 548.39',
      'missing to it: 548.39 − 500 = 48.39',
      'charged: 48.39 USD',
    ]);
  });

  it('asks nothing of an invoice in advance', () => {
    const document = compute({
      timing: 'IN_ADVANCE',
      cards: [fee('10')],
      commitment: commitment('1000'),
    });
    expect(document.totalAmount).toBe('10');
  });

  it('leaves the bytes of a document alone that does not need it', () => {
    const plain = compute({ cards: [fee('500')] });
    const committed = compute({ cards: [fee('500')], commitment: commitment('500') });
    expect(canonicalJson(committed)).toBe(canonicalJson(plain));
  });
});
