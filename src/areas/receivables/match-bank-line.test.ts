import { describe, expect, it } from 'vitest';
import { decimal } from '#core/decimal.ts';
import { type Candidate, matchBankLine, mentions } from './match-bank-line.ts';

const invoice = (number: string, outstanding: string, day = 1) => ({
  id: `inv ${number}`,
  sequenceId: number,
  dueDate: Temporal.Instant.from('2030-01-01T00:00:00Z').add({ hours: 24 * day }),
  outstandingAmount: decimal(outstanding),
});
const acme: Candidate = {
  ...{ accountId: 'acme', debtorId: 'acme', currency: 'USD', isNamed: false },
  invoices: [
    invoice('2030-01-0001', '100.10'),
    invoice('2030-02-0002', '50.20'),
    invoice('2030-03-0003', '7'),
  ],
};
const named: Candidate = { ...acme, isNamed: true };
const other: Candidate = {
  ...{ accountId: 'other', debtorId: 'other', currency: 'USD', isNamed: false },
  invoices: [invoice('2030-01-0009', '100.10')],
};

const shown = (amount: string, text: string, candidates: Candidate[]) =>
  matchBankLine({ amount: decimal(amount), text }, candidates).map(
    ({ candidate, confidence, reasons, parts, excess }) =>
      [
        candidate.accountId,
        confidence,
        reasons.join('+'),
        parts.map(({ invoice: { id }, amount: part }) => `${id.slice(-1)}:${part}`).join(' '),
        excess,
      ].join(', '),
  );

describe('a bank line', () => {
  it.each([
    // amount   text                          candidates      suggestion
    ['100.10', 'Invoice 2030-01-0001', [acme], ['acme, HIGH, INVOICE_NUMBER+EXACT_AMOUNT, 1:100.1, 0']],
    ['107.10', '2030010001, 2030030003', [acme], ['acme, HIGH, INVOICE_NUMBER+EXACT_AMOUNT, 1:100.1 3:7, 0']],
    ['60.00', '2030-01-0001', [acme], ['acme, MEDIUM, INVOICE_NUMBER, 1:60, 0']],
    ['120.00', '2030-01-0001', [acme], ['acme, MEDIUM, INVOICE_NUMBER, 1:100.1, 19.9']],
    ['50.2', 'thank you', [acme], ['acme, MEDIUM, EXACT_AMOUNT, 2:50.2, 0']],
    ['57.20', 'thank you', [acme], ['acme, MEDIUM, SUM_OF_TWO, 2:50.2 3:7, 0']],
    ['157.30', 'thank you', [acme], ['acme, MEDIUM, ALL_OPEN, 1:100.1 2:50.2 3:7, 0']],
    ['157.30', 'thank you', [named], ['acme, HIGH, ALL_OPEN+CUSTOMER_NAME, 1:100.1 2:50.2 3:7, 0']],
    ['110.00', 'Acme', [named], ['acme, LOW, OLDEST_FIRST+CUSTOMER_NAME, 1:100.1 2:9.9, 0']],
    ['200.00', 'Acme', [named], ['acme, LOW, OLDEST_FIRST+CUSTOMER_NAME, 1:100.1 2:50.2 3:7, 42.7']],
    ['1.00', 'thank you', [acme], []],
  ] as const)('of %s with "%s"', (amount, text, candidates, expected) => {
    expect(shown(amount, text, [...candidates])).toEqual(expected);
  });

  it('prefers a number to a name, and a name to an amount', () => {
    expect(shown('100.10', '2030-01-0009', [named, other])).toEqual([
      'other, HIGH, INVOICE_NUMBER+EXACT_AMOUNT, 9:100.1, 0',
      'acme, HIGH, EXACT_AMOUNT+CUSTOMER_NAME, 1:100.1, 0',
    ]);
    expect(shown('100.10', 'Acme', [other, named])[0]).toMatch(/^acme, HIGH/);
  });

  it('never allocates more than its amount, to the cent', () => {
    const thirds: Candidate = { ...named, invoices: [invoice('A-001', '0.1'), invoice('A-002', '0.2')] };
    expect(shown('0.3', 'Acme', [thirds])).toEqual(['acme, HIGH, SUM_OF_TWO+CUSTOMER_NAME, 1:0.1 2:0.2, 0']);
  });
});

describe('an invoice number', () => {
  it.each([
    ['RE 2030-02-0001 vom 1.2.', '2030-02-0001', true],
    ['re2030020001', '2030-02-0001', false], // part of a word
    ['RE 2030020001', '2030-02-0001', true],
    ['2030 02 0001', '2030-02-0001', true],
    ['2030-02-00012', '2030-02-0001', false], // a longer number
    ['12030-02-0001', '2030-02-0001', false],
    ['inv-a/7.2030', 'INV-A/7.2030', true],
    ['7', '7', false], // too short
  ])('in "%s", %s: %s', (text, number, expected) => {
    expect(mentions(text, number)).toBe(expected);
  });
});
