import type { Credit, CreditTransaction } from '../../../api/generated/types.ts';
import { add, subtract } from '../../../format/decimals.ts';

export interface EntryWithBalance {
  entry: CreditTransaction;
  balance: string;
}

/** In the order of time, each with what is left after it. */
export function runningBalance(entries: readonly CreditTransaction[]): EntryWithBalance[] {
  const ordered = [...entries].sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  let balance = '0';
  return ordered.map((entry) => {
    balance =
      entry.transactionType === 'CREDITED' ? add(balance, entry.amount) : subtract(balance, entry.amount);
    return { entry, balance };
  });
}

/** What drafts and invoices can still use; nothing of a credit that has ended. */
export function remainingOf({
  status,
  creditAmount,
  consumedAmount,
}: Pick<Credit, 'status'> & { creditAmount: string; consumedAmount: string }): string {
  return status === 'ACTIVE' ? subtract(creditAmount, consumedAmount) : '0';
}
