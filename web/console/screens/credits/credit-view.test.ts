import { expect, test } from 'vitest';
import type { CreditTransaction } from '../../../api/generated/types.ts';
import { remainingOf, runningBalance } from './credit-view.ts';

const entry = (createdAt: string, transactionType: CreditTransaction['transactionType'], amount: string) =>
  ({ id: createdAt, creditId: 'c', transactionType, amount, createdAt }) as CreditTransaction;

test('the balance after each entry, in the order of time', () => {
  const entries = [
    entry('2026-03-01', 'EXPIRED', '20'), //  0.00
    entry('2026-01-01', 'CREDITED', '100.10'), // 100.10
    entry('2026-02-01', 'DEBITED', '80.10'), //  20.00
  ];
  expect(runningBalance(entries).map(({ balance }) => balance)).toEqual(['100.1', '20', '0']);
});

test('a credit that has ended has nothing left, whatever was used', () => {
  const amounts = { creditAmount: '100.1', consumedAmount: '0.2' };
  expect(remainingOf({ ...amounts, status: 'ACTIVE' })).toBe('99.9');
  expect(remainingOf({ ...amounts, status: 'VOIDED' })).toBe('0');
  expect(remainingOf({ ...amounts, status: 'EXPIRED' })).toBe('0');
});
