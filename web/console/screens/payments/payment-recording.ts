import { exact } from '../../../api/decimal.ts';
import type { createPayment, recordBankLine } from '../../../api/generated/payments.ts';
import type { InputOf } from '../../../api/operation.ts';
import { add, isZero, sum } from '../../../format/decimals.ts';
import { readDecimal } from '../../../format/typed-decimal.ts';
import type { Allocation, Match, PaymentFields } from './payment-form.ts';

/** The longest number of a transaction that the service stores. */
const MAX_REFERENCE = 255;

/** What is shown, as one payment, or as one of each account that the line pays for. */
export type Recording =
  | { kind: 'one'; input: InputOf<typeof createPayment> }
  | { kind: 'several'; input: InputOf<typeof recordBankLine> };

interface Shown {
  match: Match;
  allocation: Allocation;
  /** The text that the page began with, and when it was opened. */
  begun?: { line: string; at: string };
}

/**
 * The line is the reference, so that a line that is pasted twice is recorded once. The number of an invoice
 * with which the page began is no line of a bank: two equal instalments have it, too.
 */
export function recordingOf(fields: PaymentFields, { match, allocation, begun }: Shown): Recording {
  const { currency } = match;
  const totalAmount = exact(readDecimal(fields.amount) ?? '');
  const externalPaymentReference = {
    ...{ sourceType: 'BANK_TRANSFER' as const, sourceName: 'Bank' },
    transactionNumber: referenceOf(begun?.line === fields.line ? `${begun.line} ${begun.at}` : fields.line),
  };
  const payments = paymentsOf(fields, { match, allocation });
  const common = { currency, totalAmount, externalPaymentReference };
  const [first, ...others] = payments;
  if (first && others.length === 0) {
    const { accountId, lineItemRecords } = first;
    return { kind: 'one', input: { body: { ...common, accountId, lineItemRecords } } };
  }
  return { kind: 'several', input: { body: { ...common, payments } } };
}

function referenceOf(line: string): string {
  const text = line.replace(/\s+/g, ' ').trim();
  return [...text].slice(0, MAX_REFERENCE).join('').trim();
}

/** The account that gets what no chosen invoice takes. */
export function excessAccountOf(
  { excessAccountId }: PaymentFields,
  { accounts }: Pick<Match, 'accounts'>,
): string {
  return (accounts.find(({ id }) => id === excessAccountId) ?? accounts[0])?.id ?? '';
}

function paymentsOf(fields: PaymentFields, { match, allocation }: Shown) {
  const owner = excessAccountOf(fields, match);
  return match.accounts.flatMap(({ id: accountId }) => {
    const parts = allocation.parts.filter((part) => part.accountId === accountId);
    const excess = accountId === owner ? allocation.excess : '0';
    const total = add(sum(parts.map(({ amount }) => amount)), excess);
    if (isZero(total)) return [];
    const invoices = parts.map((part, index) => ({
      ...{ type: 'INVOICE' as const, platformId: part.id, amount: exact(part.amount), order: index + 1 },
    }));
    const rest = { type: fields.excess, amount: exact(excess), order: invoices.length + 1 };
    const lineItemRecords = isZero(excess) ? invoices : [...invoices, rest];
    return { accountId, totalAmount: exact(total), lineItemRecords };
  });
}
