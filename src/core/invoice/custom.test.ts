import { describe, expect, it, test } from 'vitest';
import {
  type CustomCardInput,
  checkInvoiceTree,
  computeInvoice,
  type InvoiceInputs,
  linesOf,
} from './index.ts';

const days = { start: '2030-01-01', end: '2030-01-11' };
const TYPED: InvoiceInputs = {
  engine: 1,
  currency: 'USD',
  roundingMode: 'HALF_UP',
  timeZone: 'UTC',
  timing: 'CUSTOM',
  cycle: {
    ...days,
    nominalStart: days.start,
    nominalEnd: days.end,
    billedDays: 10,
    nominalDays: 10,
    ordinal: 0,
  },
  cards: [],
};

function line(id: string, price: Partial<CustomCardInput>): CustomCardInput {
  return { type: 'CUSTOM', name: id, billableId: id, displayName: `Line ${id}`, ...price };
}

function compute(inputs: Partial<InvoiceInputs>) {
  const document = computeInvoice({ ...TYPED, ...inputs });
  expect(checkInvoiceTree(document)).toEqual([]);
  return document;
}

describe('the amount of manual lines', () => {
  test.each<[string, Partial<CustomCardInput>[], string, string]>([
    ['values', [{ amount: '10.5' }, { amount: '2' }], '12.5', 'amount: 10.5'],
    [
      'a rate and a quantity',
      [{ rate: '0.015', quantity: '3' }],
      '0.05',
      'rate × quantity: 0.015 × 3 = 0.045',
    ],
    ['what is given back', [{ amount: '-7.25' }, { amount: '2' }], '-5.25', 'amount: -7.25'],
    // Two leaves of half a cent, each rounded once.
    ['half a cent twice', [{ amount: '0.005' }, { amount: '0.005' }], '0.02', 'amount: 0.005'],
  ])('%s', (_, prices, total, step) => {
    const document = compute({ cards: prices.map((price, index) => line(`l${index}`, price)) });
    expect(document.totalAmount).toBe(total);
    expect(document.explanations[0]?.steps[0]).toBe(step);
  });
});

it('they stand right below the gross amount', () => {
  const document = compute({ cards: [line('a', { amount: '1' }), line('b', { rate: '2', quantity: '3' })] });
  const [gross] = linesOf(document.revenueInfo, 'GROSS_AMOUNT');
  expect(gross?.lineItems).toMatchObject([
    { id: 'a', type: 'CUSTOM_AMOUNT', description: 'Line a', value: '1' },
    { id: 'b', type: 'CUSTOM_AMOUNT', valuePerQuantity: '2', quantity: '3', value: '6' },
  ]);
});

describe('credits', () => {
  const credit = (id: string, scope: string[], available: string) => ({
    ...{
      id,
      purpose: 'p',
      priority: 1,
      effectiveFrom: '2030-01-01',
      createdAt: '2030-01-01T00:00:00.000000Z',
    },
    ...{ scope, available },
  });

  it('that are meant for a meter pay the line that is for it, whatever the id of the line', () => {
    const cards = [line('um.1', { amount: '5' }), line('b', { amount: '7', soldId: 'um.1' })];
    const document = compute({ cards, credits: [credit('c', ['um.1'], '100')] });
    expect(document.creditUses).toEqual([{ creditId: 'c', lineId: 'b', amount: '7' }]);
    expect(document.totalAmount).toBe('5');
  });

  it('for everything never pay more than the whole comes to', () => {
    const cards = [line('a', { amount: '-4' }), line('b', { amount: '10' })];
    const document = compute({ cards, credits: [credit('c', [], '100')] });
    expect(document.totalAmount).toBe('0');
  });
});

it('charges and taxes stand beside them', () => {
  const document = compute({
    cards: [line('a', { amount: '200' })],
    charges: [{ name: 'handling', value: '{"*":[{"var":"a"},0.1]}' }],
    taxes: [{ name: 'VAT', rate: '0.2' }],
  });
  expect(document.totalAmount).toBe('264');
});

it('lines of a plan and typed ones share no invoice', () => {
  const { timing: _, ...plan } = TYPED;
  const pricePlan = { id: 'pp.1', name: 'Plan', version: 1 };
  const mixed: InvoiceInputs = {
    ...plan,
    timing: 'IN_ARREARS',
    pricePlan,
    cards: [line('a', { amount: '1' })],
  };
  expect(() => computeInvoice(mixed)).toThrow('typed lines share no invoice with a plan');
});
