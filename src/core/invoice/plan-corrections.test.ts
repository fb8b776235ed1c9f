import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CreditInput } from '../credits/index.ts';
import { decimal, decimalText, ZERO } from '../decimal.ts';
import { type AdjustmentInputs, boundCredits, computeAdjustment } from './adjustment.ts';
import {
  type CustomCardInput,
  checkInvoiceTree,
  computeInvoice,
  type InvoiceInputs,
  linesOf,
} from './index.ts';
import { leftToCredit, planCorrections, type RequestedCorrection } from './plan-corrections.ts';

/** What is left of an invoice and of each of its lines. */
function leftOf(inputs: InvoiceInputs): string[] {
  const { gross, isBlurred, lines } = leftToCredit(inputs);
  const ofLines = lines.map(({ id, nth, left, charged }) => `${id} ${nth}: ${left} of ${charged}`);
  return [`${gross} left${isBlurred ? ', blurred' : ''}`, ...ofLines];
}

const days = { start: '2030-01-01', end: '2030-02-01' };
const cycle = {
  ...days,
  nominalStart: days.start,
  nominalEnd: days.end,
  billedDays: 31,
  nominalDays: 31,
  ordinal: 0,
};

const line = (id: string, amount: string): CustomCardInput => ({
  ...{ type: 'CUSTOM', name: id, billableId: id, displayName: `Line ${id}`, soldId: id, amount },
});
const credit = (available: string, scope: string[] = []): CreditInput => ({
  ...{ id: 'cred.1', purpose: 'Goodwill', priority: 1, effectiveFrom: '2030-01-01', scope, available },
  createdAt: '2030-01-01T00:00:00.000000Z',
});

/** Usage 100 and a fee of 60, of which a credit pays 60; a charge of 5; 20 % of tax on 105: 126 together. */
const BILL: InvoiceInputs = {
  ...{ engine: 1, currency: 'USD', roundingMode: 'HALF_UP', timeZone: 'UTC', timing: 'CUSTOM', cycle },
  cards: [line('usage', '100'), line('fee', '60')],
  credits: [credit('60')],
  charges: [{ name: 'postage', value: '5' }],
  taxes: [{ name: 'VAT', rate: '0.2' }],
};

/** The invoice with one more credit note, and the document of the note. */
function note(before: InvoiceInputs, requested: RequestedCorrection) {
  const planned = planCorrections(before, requested, 'Outage');
  if ('rule' in planned) throw new Error(`${planned.at}: ${planned.rule}`);
  const after = { ...before, corrections: [...(before.corrections ?? []), ...planned] };
  const inputs: AdjustmentInputs = {
    ...{ engine: 1, currency: 'USD', roundingMode: before.roundingMode, timeZone: 'UTC', before, after },
    original: { invoiceId: 'inv.1', sequenceId: '2030-02-0001', cycle: days },
    ...{ events: { count: 0, ids: [] }, reason: 'Outage' },
  };
  const document = computeAdjustment(inputs);
  expect(checkInvoiceTree(document, { isDifference: true })).toEqual([]);
  return { after, document };
}

const amounts = (...lines: [string, string?][]): RequestedCorrection => ({
  lines: lines.map(([lineId, amount]) => ({
    lineId,
    amount: amount === undefined ? undefined : decimal(amount),
  })),
});
/** Of the credit, how much more (or less) it pays. */
const creditOf = ({ creditUses = [] }: ReturnType<typeof computeAdjustment>) =>
  decimalText(creditUses.reduce((sum, { amount }) => sum.plus(decimal(amount)), ZERO));

describe('a credit note', () => {
  // What is taken off; the total of the note, and by how much the credit pays less.
  const cases: [requested: RequestedCorrection, total: string, credits: string][] = [
    [amounts(['usage', '50']), '-60', '0'], // 110 − 60 + 5 = 55, tax 11: 66, and 126 − 66 = 60
    [amounts(['usage', '50'], ['fee']), '-120', '-10'], // 50 − 50 + 5 = 5, tax 1: 6
    [amounts(['postage', '2.5']), '-3', '0'], // 102.5 + 20.5 = 123
    [amounts(['postage']), '-6', '0'],
    [amounts(['usage'], ['fee'], ['postage']), '-126', '-60'],
    ['EVERYTHING', '-126', '-60'],
    [{ amount: decimal('0.01') }, '-0.01', '0'], // tax 20.998 is 21 still
    [{ amount: decimal('160') }, '-120', '-60'], // the charge and its tax stay
  ];
  it.each(cases)('of %j comes to %s', (requested, total, credits) => {
    const { document } = note(BILL, requested);
    expect([document.totalAmount, creditOf(document)]).toEqual([total, credits]);
  });

  it('gives a credit that was meant for the line back what it paid of it, and no money', () => {
    // 150 − 100 = 50 before; without the usage the credit pays nothing and the fee is still 50.
    const bill = { ...BILL, cards: [line('usage', '100'), line('fee', '50')], charges: [], taxes: [] };
    const { document } = note({ ...bill, credits: [credit('100', ['usage'])] }, amounts(['usage']));
    expect([document.totalAmount, creditOf(document)]).toEqual(['0', '-100']);
  });

  it('shows what it takes off below the gross amount, and why', () => {
    const { document } = note(BILL, amounts(['usage', '50']));
    expect(linesOf(document.revenueInfo, 'CUSTOM_AMOUNT')).toMatchObject([
      { id: 'correction.1', description: 'Line usage', value: '-50' },
    ]);
    const [explained] = document.explanations;
    expect(explained?.steps).toEqual([
      'invoice 2030-02-0001 of 2030-01-01 to 2030-02-01, before: not charged',
      'with the credit note after it: taken off usage: 50, because: Outage; charged: -50 USD',
      'difference: -50 − 0 = -50 USD',
    ]);
  });

  it('after another takes what that left, and all of it together is nothing', () => {
    const first = note(BILL, amounts(['usage', '99.99']));
    expect(planCorrections(first.after, amounts(['usage', '0.02']), 'x')).toEqual({
      ...{
        at: 'lineItems[0].amount',
        rule: 'must be at most 0.01, the part of usage that is not credited yet',
      },
    });
    const second = note(first.after, 'EVERYTHING');
    expect(decimal(first.document.totalAmount).plus(decimal(second.document.totalAmount)).toFixed()).toBe(
      '-126',
    );
    expect(computeInvoice(second.after).totalAmount).toBe('0');
    expect(planCorrections(second.after, 'EVERYTHING', 'x')).toMatchObject({ at: 'lineItems' });
  });

  it('of one of two lines of a billable leaves the other one alone, and what credits pay of it', () => {
    // Seats 300, and 100 for what came on top of the month before; a credit pays all of it.
    const sameItem = (name: string, amount: string) => ({ ...line('seats', amount), name });
    const cards = [sameItem('seats', '300'), sameItem('changes', '100')];
    const bill = { ...BILL, cards, charges: [], taxes: [], credits: [credit('400')] };
    const first = note(bill, amounts(['seats', '27']));
    expect([first.document.totalAmount, creditOf(first.document)]).toEqual(['0', '-27']);
    expect(leftOf(first.after)).toEqual(['373 left', 'seats 0: 273 of 300', 'seats 1: 100 of 100']);
    const { after, document } = note(first.after, 'EVERYTHING');
    expect([document.totalAmount, creditOf(document)]).toEqual(['0', '-373']);
    expect(after.corrections?.map(({ lineId, nth, amount }) => [lineId, nth, amount])).toEqual([
      ['seats', undefined, '27'],
      ['seats', undefined, '273'],
      ['seats', 1, '100'],
    ]);
    expect(planCorrections(after, 'EVERYTHING', 'x')).toMatchObject({ at: 'lineItems' });
  });

  it('of a line takes no more than what discounts beside it have left', () => {
    const cards = [line('seats', '100'), line('discount', '-80')];
    const bill = { ...BILL, cards, charges: [], taxes: [], credits: [] };
    expect(leftOf(bill)).toEqual(['20 left', 'seats 0: 100 of 100']);
    const { after } = note(bill, { amount: decimal('5') });
    expect(leftOf(after)).toEqual(['15 left, blurred', 'seats 0: 95 of 100']);
  });

  it('of no line is a share of each line, and the shares add up', () => {
    // 10 × 1 / 3 = 3.33, up to the second 6.67, and to the third 10.
    const cards = [line('a', '20'), line('b', '20'), line('c', '20')];
    const { after } = note({ ...BILL, cards, charges: [], credits: [] }, { amount: decimal('10') });
    const shares = ['a 0: 16.67 of 20', 'b 0: 16.66 of 20', 'c 0: 16.67 of 20'];
    expect(leftOf(after)).toEqual(['50 left, blurred', ...shares]);
  });

  it('of everything after an amount of no line is one more of no line', () => {
    const first = note(BILL, { amount: decimal('10') });
    const { after, document } = note(first.after, 'EVERYTHING');
    expect(after.corrections?.slice(1).map(({ lineId, amount }) => [lineId, amount])).toEqual([
      [undefined, '150'],
      ['postage', '5'],
    ]);
    expect(decimal(first.document.totalAmount).plus(decimal(document.totalAmount)).toFixed()).toBe('-126');
  });
});

const REFUSED: [asked: RequestedCorrection, at: string, rule: string][] = [
  [amounts(['nothing']), 'lineItems[0].lineId', 'nothing is not a creditable line of the invoice'],
  [amounts(['VAT', '1']), 'lineItems[0].lineId', 'VAT is not a creditable line of the invoice'],
  [amounts(['cred.1', '1']), 'lineItems[0].lineId', 'cred.1 is not a creditable line of the invoice'],
  [amounts(['fee', '1'], ['fee', '1']), 'lineItems[1].lineId', 'fee is repeated'],
  [
    amounts(['fee', '60.01']),
    'lineItems[0].amount',
    'must be at most 60, the part of fee that is not credited yet',
  ],
  [
    amounts(['postage', '5.01']),
    'lineItems[0].amount',
    'must be at most 5, the part of postage that is not credited yet',
  ],
  [amounts(['fee', '0']), 'lineItems[0].amount', 'must be greater than 0'],
  [amounts(['fee', '-1']), 'lineItems[0].amount', 'must be greater than 0'],
  [amounts(['fee', '1.001']), 'lineItems[0].amount', 'must have at most 2 decimal places in USD'],
  [
    { amount: decimal('160.01') },
    'amount',
    'must be at most 160 before taxes, the part that is not credited yet',
  ],
  [{ amount: ZERO }, 'amount', 'must be greater than 0'],
];
it.each(REFUSED)('%j is rejected', (requested, at, rule) => {
  expect(planCorrections(BILL, requested, 'x')).toEqual({ at, rule });
});

it('lines together fall no further than discounts let them', () => {
  const bill = { ...BILL, cards: [line('usage', '100'), line('discount', '-30')] };
  expect(planCorrections(bill, amounts(['usage', '71']), 'x')).toEqual({
    ...{ at: 'lineItems', rule: 'must be at most 70 before taxes, the part that is not credited yet' },
  });
  expect(computeInvoice(note(bill, 'EVERYTHING').after).totalAmount).toBe('0');
});

it('credits that come later pay of a later charge, and nothing that was asked money for', () => {
  const before = { ...BILL, credits: [] };
  const after = { ...before, cards: [line('usage', '110'), line('fee', '60')], credits: [credit('1000')] };
  const bounded = boundCredits(before, after);
  // 10 more, which the credit pays: the 192 of the invoice stay what they were.
  expect([
    bounded.mostCredits,
    computeInvoice(bounded).totalAmount,
    computeInvoice(before).totalAmount,
  ]).toEqual(['10', '198', '198']);
});

it('whatever is credited, invoice and notes together are one bill that never falls below nothing', () => {
  const money = (max: number) =>
    fc.integer({ min: 1, max }).map((cents) => decimalText(decimal(cents).div(100)));
  const step = fc.record({ target: fc.constantFrom('usage', 'fee', 'postage', 'none'), amount: money(8000) });
  const bills = fc.record({
    usage: money(20_000),
    fee: money(20_000),
    credit: money(30_000),
    scope: fc.constantFrom<string[]>([], ['usage'], ['fee']),
    rate: fc.constantFrom('0', '0.19', '0.077', '0.2'),
    mode: fc.constantFrom('HALF_UP' as const, 'HALF_EVEN' as const, 'DOWN' as const),
    steps: fc.array(step, { maxLength: 6 }),
  });
  fc.assert(
    fc.property(bills, ({ usage, fee, scope, rate, mode, steps, ...random }) => {
      let bill: InvoiceInputs = {
        ...{ ...BILL, roundingMode: mode, cards: [line('usage', usage), line('fee', fee)] },
        ...{ credits: [credit(random.credit, scope)], taxes: [{ name: 'VAT', rate }] },
      };
      let total = decimal(computeInvoice(bill).totalAmount);
      const wanted = steps.map(
        ({ target, amount }): RequestedCorrection =>
          target === 'none' ? { amount: decimal(amount) } : amounts([target, amount]),
      );
      for (const requested of [...wanted, 'EVERYTHING' as const]) {
        if ('rule' in planCorrections(bill, requested, 'x')) continue;
        const { after, document } = note(bill, requested);
        total = total.plus(decimal(document.totalAmount));
        bill = after;
        expect(total.isNegative()).toBe(false);
        expect(decimalText(total)).toBe(computeInvoice(bill).totalAmount);
      }
      expect(decimalText(total)).toBe('0');
    }),
    { numRuns: 300 },
  );
});
