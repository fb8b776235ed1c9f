import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { RefundState } from '#platform/payment-provider/provider.ts';
import { concludeRefund } from './conclude-refund.ts';
import type { Outcome } from './store/events.ts';
import { listLastRefunds, lockRefund, updateRefund } from './store/refunds.ts';

/**
 * Applies the provider's status of a refund. A success applies whenever it arrives; a failure only while the
 * refund has no other result.
 */
export async function applyRefundState(
  context: ScheduledWorkContext,
  { refundId: id, state }: { refundId: string; state: RefundState },
): Promise<Outcome> {
  const { tx, org, now } = context;
  const refund = await lockRefund(tx, org, id);
  if (!refund) return { outcome: 'REFUSED', reason: 'refund not found' };
  const { status, invoiceId, paymentId } = refund;
  const isNews = status === 'PENDING' || (status === 'FAILED' && state.status === 'SUCCEEDED');
  if (!isNews) return { outcome: 'IGNORED', reason: `the refund is already ${status}` };
  if (status === 'FAILED') {
    const last = (await listLastRefunds(tx, org, invoiceId)).find((each) => each.paymentId === paymentId);
    // A newer request has replaced this refund.
    if (last && last.status !== 'FAILED')
      return {
        outcome: 'REFUSED',
        reason: `refund ${last.id} also returns this money, so it may have been returned twice`,
      };
  }
  const providerId = state.providerId ?? refund.providerId;
  if (state.status === 'PENDING') {
    await updateRefund(tx, org, { id, now, set: { providerId } });
    return { outcome: 'APPLIED', reason: null };
  }
  const failureReason = state.status === 'FAILED' ? (state.reason ?? null) : null;
  await updateRefund(tx, org, { id, now, set: { status: state.status, providerId, failureReason } });
  await concludeRefund(context, invoiceId);
  return { outcome: 'APPLIED', reason: null };
}
