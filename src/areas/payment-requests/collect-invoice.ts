import { type AccountRow, lockAccount } from '#areas/accounts/index.ts';
import { findInvoice, findPayer, lockTargets, type StoredInvoice } from '#areas/invoices/index.ts';
import { isSwitchedOn } from '#areas/settings/index.ts';
import type { StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { askPayment } from './ask-payment.ts';
import { followTopup } from './auto-topup/follow-topup.ts';
import { cancelRequest } from './cancel-request.ts';
import { readText } from './planned-work.ts';
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

/** An invoice under the locks that its requests change under. */
export interface Collected {
  invoice: StoredInvoice;
  account: AccountRow;
  /** The last that asked for it, locked. */
  newest: RequestRow | null;
}

/**
 * What is asked of the provider for an invoice follows what the invoice lacks: a request is made, or
 * cancelled, or both. Doing it again changes nothing.
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
  const isTopup = await followTopup(context, invoice);
  if (owed.isZero()) return stopAsking(context, newest);
  if (newest?.status === 'PENDING') {
    if (newest.amount.eq(owed)) return;
    await cancelRequest(context, newest);
  }
  // Who was refused is asked again by the calendar, and after that by nobody but an operator.
  if (newest?.status === 'FAILED') return;
  // Both might be paid otherwise: first it has to be known that the one before is asked for no longer.
  if (await isCancelOpen(tx, org, invoiceId)) return;
  if (!isTopup && !(await isCollected(context, account))) return;
  // The same is asked again with another amount; what was paid before is asked for anew.
  const before = newest?.status === 'SUCCEEDED' ? null : newest;
  await askPayment(context, invoice, { account, attempt: before?.attempt ?? 1, before });
}

/** Null for a draft, and for what is of nobody any more. */
export async function lockCollected(
  context: Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>,
  invoiceId: string,
): Promise<Collected | null> {
  const { tx, org } = context;
  const found = await findInvoice(tx, org, invoiceId);
  if (!found || found.status === 'DRAFT') return null;
  const before = await findNewestRequest(tx, org, invoiceId);
  // Of a group: in the same name as before, so that requests of an invoice change under one lock.
  const payer = before?.accountId ?? (await findPayer(context, found));
  if (payer === null) return null;
  const account = await lockAccount(tx, org, payer);
  const invoices = await lockTargets(context, account, { ids: [invoiceId], isOfRequest: true });
  const invoice = invoices.get(invoiceId);
  if (!invoice) return null;
  const newest = await findNewestRequest(tx, org, invoiceId);
  return { invoice, account, newest: newest && (await lockRequest(tx, org, newest.id)) };
}

/** Nothing is owed: what is open is cancelled, what waits is not tried again. */
async function stopAsking(context: ScheduledWorkContext, newest: RequestRow | null): Promise<void> {
  const { tx, org, now } = context;
  if (newest?.status === 'PENDING') return cancelRequest(context, newest);
  if (newest?.retryAt) await updateRequest(tx, org, { id: newest.id, now, set: { retryAt: null } });
}

/** Unless the account, or else the organization, is not to be asked by the provider. */
function isCollected({ tx, org }: ScheduledWorkContext, { id: accountId }: AccountRow): Promise<boolean> {
  return isSwitchedOn(tx, org, { id: 'PAYMENT_COLLECTION', accountId });
}

/** The day has come on which a request that failed is tried again. */
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
  await askPayment(context, invoice, { account, attempt: row.attempt + 1, before: row });
}

/** Null when it is not the one that waits any more. */
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
