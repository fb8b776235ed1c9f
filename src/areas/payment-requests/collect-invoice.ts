import { type AccountRow, lockAccount } from '#areas/accounts/index.ts';
import { findInvoice, findPayer, lockTargets, type StoredInvoice } from '#areas/invoices/index.ts';
import { isSwitchedOn } from '#areas/settings/index.ts';
import { readText, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { endTopup } from './auto-topup/end-topup.ts';
import { cancelRequest } from './cancel-request.ts';
import { requestPayment } from './request-payment.ts';
import { owedOf } from './rules.ts';
import { isCancelOpen } from './store/calls.ts';
import {
  findNewestRequest,
  findRequest,
  lockRequest,
  type RequestRow,
  updateRequest,
} from './store/requests.ts';
import { findTopupOfInvoice } from './store/topups.ts';

/** An invoice under the locks that protect its requests. */
export interface Collected {
  invoice: StoredInvoice;
  account: AccountRow;
  /** Its last request, locked. */
  newest: RequestRow | null;
}

/**
 * Matches the request to the provider with the outstanding amount of an invoice: creates one, cancels one,
 * or both. Idempotent.
 */
export async function collectInvoice(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org } = context;
  const invoiceId = readText(payload, 'invoiceId');
  const found = await lockCollected(context, invoiceId);
  if (!found) return;
  const { invoice, account, newest } = found;
  const owed = owedOf(invoice);
  const isTopup = await endTopup(context, invoice);
  if (owed.isZero()) return stopRequesting(context, newest);
  if (newest?.status === 'PENDING') {
    if (newest.amount.eq(owed)) return;
    await cancelRequest(context, newest);
  }
  // A failed request is retried by the calendar, and after that only by an operator.
  if (newest?.status === 'FAILED') return;
  // Both might be paid otherwise: the cancellation of the earlier request must be confirmed first.
  if (await isCancelOpen(tx, org, invoiceId)) return;
  if (!isTopup && !(await isCollected(context, account))) return;
  // Repeats the request with the new amount; starts a new one if the earlier one was paid.
  const before = newest?.status === 'SUCCEEDED' ? null : newest;
  await requestPayment(context, invoice, { account, attempt: before?.attempt ?? 1, before });
}

/** Returns null for a draft, and for an invoice without a payer. */
export async function lockCollected(
  context: Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>,
  invoiceId: string,
): Promise<Collected | null> {
  const { tx, org } = context;
  const found = await findInvoice(tx, org, invoiceId);
  if (!found || found.status === 'DRAFT') return null;
  const before = await findNewestRequest(tx, org, invoiceId);
  // A group keeps its payer, so that all requests of an invoice change under one lock.
  const payer = before?.accountId ?? (await findPayer(context, found));
  if (payer === null) return null;
  const account = await lockAccount(tx, org, payer);
  const invoices = await lockTargets(context, account, { ids: [invoiceId], isOfRequest: true });
  const invoice = invoices.get(invoiceId);
  if (!invoice) return null;
  const newest = await findNewestRequest(tx, org, invoiceId);
  return { invoice, account, newest: newest && (await lockRequest(tx, org, newest.id)) };
}

/** Nothing is owed: cancels an open request and the planned retry. */
async function stopRequesting(context: ScheduledWorkContext, newest: RequestRow | null): Promise<void> {
  const { tx, org, now } = context;
  if (newest?.status === 'PENDING') return cancelRequest(context, newest);
  if (newest?.retryAt) await updateRequest(tx, org, { id: newest.id, now, set: { retryAt: null } });
}

/** False if a setting of the account, or else of the organization, disables collection. */
function isCollected({ tx, org }: ScheduledWorkContext, { id: accountId }: AccountRow): Promise<boolean> {
  return isSwitchedOn(tx, org, { id: 'PAYMENT_COLLECTION', accountId });
}

/** Retries a failed request on its planned day. */
export async function retryRequest(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org, now } = context;
  const request = await findRetried(context, readText(payload, 'requestId'));
  if (!request) return;
  const { found, row } = request;
  await updateRequest(tx, org, { id: row.id, now, set: { retryAt: null } });
  const { invoice, account } = found;
  const isTopup = (await findTopupOfInvoice(tx, org, invoice.id)) !== null;
  if (owedOf(invoice).isZero() || !(isTopup || (await isCollected(context, account)))) return;
  await requestPayment(context, invoice, { account, attempt: row.attempt + 1, before: row });
}

/** Returns null if it is no longer the one to retry. */
async function findRetried(
  context: ScheduledWorkContext,
  id: string,
): Promise<{ found: Collected; row: RequestRow } | null> {
  const { tx, org } = context;
  const request = await findRequest(tx, org, id);
  const found = request && (await lockCollected(context, request.invoiceId));
  const row = found?.newest;
  if (!found || row?.id !== id || row.status !== 'FAILED' || !row.retryAt) return null;
  return { found, row };
}
