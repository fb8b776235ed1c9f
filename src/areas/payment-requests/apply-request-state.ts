import { type AccountRow, lockAccount } from '#areas/accounts/index.ts';
import { planCollection, recordPayment } from '#areas/invoices/index.ts';
import { decimal } from '#core/decimal.ts';
import { inSavepoint } from '#platform/db/idempotency.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { RequestState } from '#platform/payment-provider/provider.ts';
import { Problem } from '#platform/problem.ts';
import { failTopup } from './auto-topup/end-topup.ts';
import { planRetry } from './planned-work.ts';
import { retryAtOf } from './rules.ts';
import { saveLink } from './save-link.ts';
import type { Outcome } from './store/events.ts';
import { findRequest, lockRequest, type RequestRow, updateRequest } from './store/requests.ts';
import { findTopupOfInvoice } from './store/topups.ts';

const APPLIED: Outcome = { outcome: 'APPLIED', reason: null };

interface Said {
  account: AccountRow;
  request: RequestRow;
  state: RequestState;
}

/**
 * Applies the provider's status of a request. A success applies whenever it arrives, once: collected money
 * is recorded, even for a request that failed or was cancelled before. Any other status applies while the
 * request is open.
 */
export async function applyRequestState(
  context: ScheduledWorkContext,
  { requestId, state }: { requestId: string; state: RequestState },
): Promise<Outcome> {
  const { tx, org } = context;
  const found = await findRequest(tx, org, requestId);
  if (!found) return { outcome: 'REFUSED', reason: 'payment request not found' };
  const account = await lockAccount(tx, org, found.accountId);
  const request = (await lockRequest(tx, org, requestId)) ?? found;
  const said = { account, request, state };
  if (state.status === 'SUCCEEDED') return succeed(context, said);
  if (request.status === 'CANCELLED') {
    // The request is known to have ended, so the rest can be collected by another one.
    await planCollection(context, request.invoiceId);
    return { outcome: 'IGNORED', reason: 'the payment request is CANCELLED' };
  }
  if (request.status !== 'PENDING')
    return { outcome: 'IGNORED', reason: `the payment request is already ${request.status}` };
  return state.status === 'PENDING' ? keepLink(context, said) : fail(context, said);
}

async function succeed(context: ScheduledWorkContext, { account, request, state }: Said): Promise<Outcome> {
  const { tx, org, now } = context;
  if (request.status === 'SUCCEEDED')
    return { outcome: 'IGNORED', reason: 'the payment request is already SUCCEEDED' };
  const { id, currency, provider, invoiceId } = request;
  if (state.currency !== undefined && state.currency !== currency)
    return { outcome: 'REFUSED', reason: `the provider collected ${state.currency} instead of ${currency}` };
  const providerId = state.providerId ?? request.providerId;
  const totalAmount = state.amount === undefined ? request.amount : decimal(state.amount);
  if (totalAmount.lte(0)) return { outcome: 'REFUSED', reason: 'the collected amount is not positive' };
  try {
    const paymentId = await inSavepoint(tx, () =>
      recordPayment(context, account, {
        ...{ sourceType: 'GATEWAY', sourceName: provider, requestId: id, currency, totalAmount },
        transactionNumber: state.transactionNumber ?? providerId ?? id,
        ...{ referenceDescription: null, referenceMetadata: { paymentRequestId: id } },
        ...{ description: null, notes: null, createdBy: 'payment_provider' },
        records: [{ type: 'INVOICE', platformId: invoiceId, order: 1 }],
      }),
    );
    const set = { status: 'SUCCEEDED', paymentId, providerId, retryAt: null, failureReason: null } as const;
    await updateRequest(tx, org, { id, now, set });
    return APPLIED;
  } catch (error) {
    // Such as a transaction that a user already recorded manually; recording it again would count it twice.
    if (error instanceof Problem) return { outcome: 'REFUSED', reason: error.message };
    throw error;
  }
}

async function keepLink(context: ScheduledWorkContext, { request, state }: Said): Promise<Outcome> {
  const { tx, org, now } = context;
  const { id, invoiceId } = request;
  const providerId = state.providerId ?? request.providerId;
  const paymentLink = state.paymentLink ?? request.paymentLink;
  await updateRequest(tx, org, { id, now, set: { providerId, paymentLink } });
  if (state.paymentLink !== undefined) await saveLink(context, { invoiceId, link: state.paymentLink });
  return APPLIED;
}

/** Also if the provider ended it on its own. */
async function fail(context: ScheduledWorkContext, { request, state }: Said): Promise<Outcome> {
  const { tx, org, now } = context;
  const { id, invoiceId, attempt } = request;
  const topup = await findTopupOfInvoice(tx, org, invoiceId);
  const retryAt = retryAtOf(now, { attempt, isTopup: topup !== null });
  const failureReason = state.reason ?? (state.status === 'CANCELLED' ? 'cancelled by the provider' : null);
  const providerId = state.providerId ?? request.providerId;
  await updateRequest(tx, org, { id, now, set: { status: 'FAILED', failureReason, providerId, retryAt } });
  if (retryAt) await planRetry(context, { requestId: id, dueAt: retryAt });
  if (topup?.status === 'PENDING') await failTopup(context, { topup, isLast: retryAt === null });
  return APPLIED;
}
