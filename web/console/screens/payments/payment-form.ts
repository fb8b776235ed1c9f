import type { BankLineMatch } from '../../../api/generated/types.ts';
import { compare, subtract } from '../../../format/decimals.ts';
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

export interface Match {
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

/** `known`: what the page that leads here knows, such as the number of an invoice and what is open of it. */
export function paymentForm(
  t: Translate<'lineMissing' | 'amountMissing'>,
  known: Partial<Pick<PaymentFields, 'line' | 'amount'>> = {},
): Form<PaymentFields, PaymentFields> {
  return {
    initial: { ...NEW, ...known },
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
