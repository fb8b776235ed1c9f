import { exact } from '../../../api/decimal.ts';
import type { previewRefund } from '../../../api/generated/invoices.ts';
import type { Invoice } from '../../../api/generated/types.ts';
import type { InputOf } from '../../../api/operation.ts';
import { compare } from '../../../format/decimals.ts';
import { readDecimal } from '../../../format/typed-decimal.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/refund.json';
import type { Form } from '../../../ui/use-form.ts';

export type RefundWay = 'REFUND' | 'CREDIT_NOTE';
export type RefundFields = { way: string; amount: string; reason: string };

/** What is sent: the reason, and for a credit note its amount. */
export interface Refund {
  way: RefundWay;
  reason: string;
  amount: string | null;
}

type Refundable = Pick<Invoice, 'status' | 'totalAmount' | 'paidAmount' | 'metadata' | 'invoiceClass'>;

/** The ways in which something of an invoice can be given back; none for drafts and credit notes. */
export function waysOf({ status, totalAmount, paidAmount, metadata, invoiceClass }: Refundable): RefundWay[] {
  if (compare(totalAmount, '0') <= 0 || 'adjusts' in (metadata ?? {})) return [];
  const isPaid = (status === 'PAID' || status === 'PARTIALLY_PAID') && compare(paidAmount, '0') > 0;
  const isCreditable = CREDITABLE.has(status) && invoiceClass !== 'ORDER';
  return [...(isPaid ? (['REFUND'] as const) : []), ...(isCreditable ? (['CREDIT_NOTE'] as const) : [])];
}

const CREDITABLE: ReadonlySet<Invoice['status']> = new Set([
  'DUE',
  'PARTIALLY_PAID',
  'PAID',
  'UN_COLLECTIBLE',
  'MERGED',
]);

export function refundForm(
  ways: readonly RefundWay[],
  say: Translate<keyof typeof texts>,
): Form<RefundFields, Refund> {
  return {
    initial: { way: ways[0] ?? 'CREDIT_NOTE', amount: '', reason: '' },
    check: (fields) => ({
      ...(fields.way === 'CREDIT_NOTE' &&
        amountOf(fields) === null && { amount: say('refundAmountInvalid') }),
      ...(fields.reason.trim() === '' && { reason: say('refundReasonMissing') }),
    }),
    read: (fields) => ({
      way: fields.way as RefundWay,
      reason: fields.reason.trim(),
      amount: amountOf(fields),
    }),
  };
}

/** The amount of a credit note; null for a refund, and as long as it is none. */
function amountOf({ way, amount }: RefundFields): string | null {
  if (way !== 'CREDIT_NOTE') return null;
  const read = readDecimal(amount);
  return read !== null && compare(read, '0') > 0 ? read : null;
}

/** The input of the preview; null while there is nothing to preview. */
export function previewOf(invoiceId: string, fields: RefundFields): InputOf<typeof previewRefund> | null {
  const amount = amountOf(fields);
  if (fields.way === 'CREDIT_NOTE' && amount === null) return null;
  return { invoice_id: invoiceId, body: amount === null ? {} : { amount: exact(amount) } };
}
