import { changeInvoice, findInvoice, rejectRefund, type StoredInvoice } from '#areas/invoices/index.ts';
import { type Decimal, decimal, decimalText, ZERO } from '#core/decimal.ts';
import { inSavepoint } from '#platform/db/idempotency.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { Problem } from '#platform/problem.ts';
import { listLastRefunds } from './store/refunds.ts';

const BY = 'payment_provider';

/**
 * Derives the result of an invoice's refund from the results of its parts, in whatever order they arrive.
 * Waits while a part is open. If the provider refunded everything and no manual refund is left, the refund
 * is complete; if it refunded nothing, the refund is cancelled (`money-platform.md` 10.4).
 */
export async function concludeRefund(context: ScheduledWorkContext, invoiceId: string): Promise<void> {
  const { tx, org } = context;
  const parts = await listLastRefunds(tx, org, invoiceId);
  const invoice = await findInvoice(tx, org, invoiceId);
  if (!invoice || parts.length === 0 || parts.some(({ status }) => status === 'PENDING')) return;
  const failed = parts.filter(({ status }) => status === 'FAILED');
  const given = parts.reduce((sum, { amount }) => sum.plus(amount), ZERO);
  if (failed.length === 0) return complete(context, invoice, given);
  const rejected = failed.map(({ paymentId, amount, failureReason: reason }) => {
    return { paymentId, amount: decimalText(amount), reason };
  });
  await rejectRefund(context, { invoiceId, rejected, isPartDone: failed.length < parts.length });
}

/** The invoice was paid meanwhile if a failure arrived before the actual success. */
async function complete(
  context: ScheduledWorkContext,
  invoice: StoredInvoice,
  given: Decimal,
): Promise<void> {
  const { tx, org } = context;
  const { id, status } = invoice;
  if (status === 'PAID' || status === 'PARTIALLY_PAID') await beginAgain(context, id, given);
  const begun = await findInvoice(tx, org, id);
  if (begun?.status !== 'REFUND_INITIATED') return;
  const { manualRefunds } = begun.metadata;
  const isByHand = Array.isArray(manualRefunds) && manualRefunds.length > 0;
  if (!isByHand) await changeInvoice(context, { id, status: 'REFUND_COMPLETED', by: BY });
}

/**
 * Credit notes may have refunded it meanwhile, or the wallet has spent what it bought: more is then refunded
 * than due, and an operator must check.
 */
async function beginAgain(context: ScheduledWorkContext, id: string, given: Decimal): Promise<void> {
  const { tx, org } = context;
  const alarm = (reason: string) =>
    context.deployment.raiseAlarm({
      ...{ kind: 'PAYMENT_REFUND_NOT_BOOKED', org },
      details: { invoiceId: id, reason },
    });
  try {
    await inSavepoint(tx, () => changeInvoice(context, { id, status: 'REFUND_INITIATED', by: BY }));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return alarm(error.message);
  }
  const begun = await findInvoice(tx, org, id);
  const booked = decimal(String(begun?.metadata.refundAmount));
  if (booked.lt(given))
    alarm(`the provider refunded ${decimalText(given)}, but the refund is for ${decimalText(booked)}`);
}
