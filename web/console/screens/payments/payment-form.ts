import { exact } from '../../../api/decimal.ts';
import type { createPayment, recordBankLine } from '../../../api/generated/payments.ts';
import type { BankLineMatch } from '../../../api/generated/types.ts';
import type { InputOf } from '../../../api/operation.ts';
import { add, compare, isZero, subtract, sum } from '../../../format/decimals.ts';
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
  /** Who gets it, of several accounts; empty: the first. */
  excessAccountId: string;
}

interface Match {
  currency: string;
  /** Who may have paid; several for one line that pays for all of them. */
  accounts: readonly { id: string }[];
  invoices: readonly (Pick<BankLineMatch['invoices'][number], 'id' | 'outstandingAmount'> & {
    accountId: string;
  })[];
}

export interface Allocation {
  parts: { id: string; amount: string; accountId: string }[];
  /** What no chosen invoice takes. */
  excess: string;
}

const NEW: PaymentFields = {
  line: '',
  amount: '',
  match: '',
  accountId: '',
  excess: 'WALLET_CREDIT',
  excessAccountId: '',
};
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
  for (const { id, outstandingAmount, accountId } of invoices) {
    if (!chosen.has(id) || compare(excess, '0') <= 0) continue;
    const part = compare(excess, outstandingAmount) < 0 ? excess : outstandingAmount;
    parts.push({ id, amount: part, accountId });
    excess = subtract(excess, part);
  }
  return { parts, excess };
}

/** What is shown, as one payment, or as one of each account that the line pays for. */
export type Recording =
  | { kind: 'one'; input: InputOf<typeof createPayment> }
  | { kind: 'several'; input: InputOf<typeof recordBankLine> };

interface Shown {
  match: Match;
  allocation: Allocation;
}

/** The line is the reference, so that a line that is pasted twice is recorded once. */
export function recordingOf(fields: PaymentFields, { match, allocation }: Shown): Recording {
  const { currency } = match;
  const totalAmount = exact(readDecimal(fields.amount) ?? '');
  const externalPaymentReference = {
    ...{ sourceType: 'BANK_TRANSFER' as const, sourceName: 'Bank' },
    transactionNumber: referenceOf(fields.line),
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
