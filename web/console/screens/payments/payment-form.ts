import { exact } from '../../../api/decimal.ts';
import type { createPayment } from '../../../api/generated/payments.ts';
import type { BankLineMatch } from '../../../api/generated/types.ts';
import type { InputOf } from '../../../api/operation.ts';
import { compare, isZero, subtract } from '../../../format/decimals.ts';
import { readDecimal } from '../../../format/typed-decimal.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type { Form } from '../../../ui/use-form.ts';

export interface PaymentFields extends Record<string, string> {
  line: string;
  amount: string;
  /** The key of the chosen match; empty: the first. */
  match: string;
  /** The account, if no match is right. */
  accountId: string;
  /** Where money goes that no invoice takes. */
  excess: 'WALLET_CREDIT' | 'CREDIT';
}

type Match = Pick<BankLineMatch, 'accountId' | 'currency'> & {
  invoices: readonly Pick<BankLineMatch['invoices'][number], 'id' | 'outstandingAmount'>[];
};

export interface Allocation {
  parts: { id: string; amount: string }[];
  /** What no chosen invoice takes. */
  excess: string;
}

const NEW: PaymentFields = { line: '', amount: '', match: '', accountId: '', excess: 'WALLET_CREDIT' };
/** The longest number of a transaction that the service stores. */
const MAX_REFERENCE = 255;

export function paymentForm(
  t: Translate<'lineMissing' | 'amountMissing'>,
): Form<PaymentFields, PaymentFields> {
  return {
    initial: NEW,
    check: ({ line, amount }) => ({
      ...(line.trim() === '' && { line: t('lineMissing') }),
      ...(!isPositive(readDecimal(amount)) && { amount: t('amountMissing') }),
    }),
    read: (fields) => fields,
  };
}

export function isPositive(amount: string | null): amount is string {
  return amount !== null && compare(amount, '0') > 0;
}

/** Pays the chosen invoices in their order, each up to its outstanding amount. */
export function allocate(
  amount: string,
  { invoices }: Pick<Match, 'invoices'>,
  chosen: ReadonlySet<string>,
): Allocation {
  let excess = amount;
  const parts: Allocation['parts'] = [];
  for (const { id, outstandingAmount } of invoices) {
    if (!chosen.has(id) || compare(excess, '0') <= 0) continue;
    const part = compare(excess, outstandingAmount) < 0 ? excess : outstandingAmount;
    parts.push({ id, amount: part });
    excess = subtract(excess, part);
  }
  return { parts, excess };
}

/** The payment as shown. The line is its reference, so that a line that is pasted twice is recorded once. */
export function paymentOf(
  { line, amount, excess }: PaymentFields,
  { match, allocation }: { match: Match; allocation: Allocation },
): InputOf<typeof createPayment> {
  const text = line.replace(/\s+/g, ' ').trim();
  const invoices = allocation.parts.map((part, index) => ({
    ...{ type: 'INVOICE' as const, platformId: part.id, amount: exact(part.amount), order: index + 1 },
  }));
  const rest = { type: excess, amount: exact(allocation.excess), order: invoices.length + 1 };
  return {
    body: {
      ...{
        accountId: match.accountId,
        currency: match.currency,
        totalAmount: exact(readDecimal(amount) ?? ''),
      },
      externalPaymentReference: {
        ...{ sourceType: 'BANK_TRANSFER' as const, sourceName: 'Bank' },
        transactionNumber: [...text].slice(0, MAX_REFERENCE).join('').trim(),
      },
      lineItemRecords: isZero(allocation.excess) ? invoices : [...invoices, rest],
    },
  };
}
