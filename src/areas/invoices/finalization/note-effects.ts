import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import { type EffectAction, noteEffect } from '#platform/db/effects.ts';
import type { StoredInvoice } from '../store/invoices.ts';

/** What an approver is shown of an invoice. */
type Shown = Pick<StoredInvoice, 'id' | 'accountId'>;
type Total = Pick<StoredInvoice, 'totalAmount' | 'currency'>;

/** Notes that a request issues an invoice, now or later; one with a negative total gives money back. */
export function noteIssue(
  tx: Tx,
  invoice: Shown,
  { totalAmount, currency }: Total,
  action: 'ISSUE_INVOICE' | 'ISSUE_AUTOMATICALLY' = 'ISSUE_INVOICE',
): void {
  if (totalAmount.isNegative()) {
    noteReturn(tx, invoice, { action: 'CREDIT_NOTE', amount: totalAmount.negated(), currency });
    return;
  }
  const money = { amount: totalAmount, currency };
  noteEffect(tx, {
    kind: 'FINALIZATION',
    action,
    subject: subjectOf(invoice),
    accountId: invoice.accountId,
    money,
  });
}

/** Notes that a request gives an amount back, or waives it. */
export function noteReturn(
  tx: Tx,
  invoice: Shown,
  { action, amount, currency }: { action: EffectAction; amount: Decimal; currency: string },
): void {
  const { accountId } = invoice;
  noteEffect(tx, {
    kind: 'REFUND',
    action,
    subject: subjectOf(invoice),
    accountId,
    money: { amount, currency },
  });
}

/** Notes that an invoice with this amount is waived; nothing is, if it is a credit. */
export function noteWaiver(
  tx: Tx,
  invoice: Shown & Pick<Total, 'currency'>,
  { action, amount }: { action: 'VOID_INVOICE' | 'WRITE_OFF'; amount: Decimal },
): void {
  if (amount.gt(0)) noteReturn(tx, invoice, { action, amount, currency: invoice.currency });
}

function subjectOf({ id }: Shown) {
  return { type: 'invoice', id };
}
