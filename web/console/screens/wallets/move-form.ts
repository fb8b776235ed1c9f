import { exact } from '../../../api/decimal.ts';
import type { previewWallet } from '../../../api/generated/balances.ts';
import type { InputOf } from '../../../api/operation.ts';
import { compare } from '../../../format/decimals.ts';
import { readDecimal } from '../../../format/typed-decimal.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/wallets.json';
import type { Form } from '../../../ui/use-form.ts';

export type MoveAction = 'TOP_UP' | 'ALLOCATE' | 'CONVERT';
export type MoveFields = { amount: string; invoiceId: string };
export type Change = InputOf<typeof previewWallet>['body'];

/** What is sent. */
export interface Move {
  /** Null: as much as the invoice needs and the wallet has. */
  amount: string | null;
  invoiceId: string;
}

export function moveForm(action: MoveAction, t: Translate<keyof typeof texts>): Form<MoveFields, Move> {
  const isOptional = (fields: MoveFields) => action === 'ALLOCATE' && fields.amount.trim() === '';
  return {
    initial: { amount: '', invoiceId: '' },
    check: (fields) => ({
      ...(action === 'ALLOCATE' && fields.invoiceId === '' && { invoiceId: t('invoiceMissing') }),
      ...(amountOf(fields) === null && !isOptional(fields) && { amount: t('amountInvalid') }),
    }),
    read: (fields) => ({ amount: amountOf(fields), invoiceId: fields.invoiceId }),
  };
}

export function amountOf({ amount }: MoveFields): string | null {
  const read = readDecimal(amount);
  return read !== null && compare(read, '0') > 0 ? read : null;
}

/** What to preview; null while something is missing. */
export function previewOf(action: MoveAction, fields: MoveFields): Change | null {
  const amount = amountOf(fields);
  if (action === 'ALLOCATE') {
    const isWrong = amount === null && fields.amount.trim() !== '';
    if (fields.invoiceId === '' || isWrong) return null;
    return { action, invoiceId: fields.invoiceId, ...(amount !== null && { amount: exact(amount) }) };
  }
  return amount === null ? null : { action, amount: exact(amount) };
}
