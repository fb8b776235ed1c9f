import { expect, it } from 'vitest';
import { decimal } from '#core/decimal.ts';
import type { Candidate } from './match-bank-line.ts';
import { matchSeveral } from './match-several.ts';

const invoice = (number: string, outstanding: string, day = 1) => ({
  id: number,
  sequenceId: number,
  dueDate: Temporal.Instant.from('2030-01-01T00:00:00Z').add({ hours: 24 * day }),
  outstandingAmount: decimal(outstanding),
});
const account = (accountId: string, invoices: Candidate['invoices'], more: Partial<Candidate> = {}) => ({
  ...{ accountId, debtorId: 'holding', currency: 'USD', isNamed: true, invoices },
  ...more,
});
const north = account('north', [invoice('N-001', '100.10', 2), invoice('N-002', '0.20')]);
const south = account('south', [invoice('S-001', '50.05')]);
const west = account('west', [invoice('W-001', '7', 3)]);
const all = [north, south, west];
const unnamed = all.map((each) => ({ ...each, isNamed: false }));
const apart = all.map((each) => ({ ...each, debtorId: each.accountId }));
const euros = [north, { ...south, currency: 'EUR' }];

it.each([
  // amount    text             candidates  suggestion
  [
    '150.15',
    'N-001 S-001',
    all,
    ['north+south HIGH INVOICE_NUMBER+EXACT_AMOUNT: S-001 50.05, N-001 100.1; 0'],
  ],
  [
    '157.15',
    'N001/S001/W001',
    apart,
    ['north+south+west HIGH INVOICE_NUMBER+EXACT_AMOUNT: S-001 50.05, N-001 100.1, W-001 7; 0'],
  ],
  ['160.00', 'N-001 S-001', all, ['north+south MEDIUM INVOICE_NUMBER: S-001 50.05, N-001 100.1; 9.85']],
  ['60.00', 'N-001 S-001', all, ['north+south MEDIUM INVOICE_NUMBER: S-001 50.05, N-001 9.95; 0']],
  ['57.05', 'Holding', all, ['south+west HIGH SUM_OF_TWO+CUSTOMER_NAME: S-001 50.05, W-001 7; 0']],
  [
    '157.35',
    'Holding',
    all,
    ['north+south+west HIGH ALL_OPEN+CUSTOMER_NAME: N-002 0.2, S-001 50.05, N-001 100.1, W-001 7; 0'],
  ],
  ['100.10', 'N-001', all, []], // of one account alone
  ['57.05', 'thanks', unnamed, []], // nobody is named
  ['57.05', 'Holding', apart, []], // different customers
  ['150.15', 'N-001 S-001', euros, []], // two currencies
] as const)('%s with "%s"', (amount, text, candidates, expected) => {
  const found = matchSeveral({ amount: decimal(amount), text }, candidates as readonly Candidate[]);
  const shown = found.map(
    ({ candidates: payers, confidence, reasons, parts, excess }) =>
      `${payers.map(({ accountId }) => accountId).join('+')} ${confidence} ${reasons.join('+')}: ` +
      `${parts.map(({ invoice: { id }, amount: part }) => `${id} ${part}`).join(', ')}; ${excess}`,
  );
  expect(shown).toEqual(expected);
});
