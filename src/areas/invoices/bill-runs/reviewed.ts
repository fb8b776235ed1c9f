import { EntryFailure } from '#areas/jobs/index.ts';
import { type Decimal, decimalText } from '#core/decimal.ts';
import type { InvoiceDocument } from '#core/invoice/index.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { port } from '#platform/ports.ts';
import type { ComputedInvoice } from '../lifecycle/compute-document.ts';
import { readDocument } from '../rules.ts';
import type { StoredInvoice } from '../store/invoices.ts';
import { digestDocument } from './digest-document.ts';
import { invoiceChangedSinceReview } from './problems.ts';

/** What people saw of a draft before they confirmed its bill run. */
export interface ReviewedAmount {
  amount: Decimal;
  currency: string;
  digest: Buffer;
}

/** The reviewed amounts of drafts of bill runs; null without a review. */
export const REVIEWED_AMOUNTS = port<{ jobId: string; invoiceId: string }, ReviewedAmount>(
  'invoices.reviewed_amounts',
);

export async function findReviewed(
  { tx, org, deployment }: ScheduledWorkContext,
  entry: { jobId: string; invoiceId: string },
): Promise<ReviewedAmount | null> {
  const [reviewed = null] = await deployment.callPort(REVIEWED_AMOUNTS, { tx, org }, [entry]);
  return reviewed;
}

/** What is compared with the reviewed amount. */
interface CurrentAmount {
  currency: string;
  totalAmount: Decimal;
  document: InvoiceDocument;
}

export function computedAmount({ inputs, totalAmount, document }: ComputedInvoice): CurrentAmount {
  return { currency: inputs.currency, totalAmount, document };
}

/** Raises `invoiceChangedSinceReview` unless a draft would be issued exactly as it was reviewed. */
export function requireReviewed(
  { id }: StoredInvoice,
  reviewed: ReviewedAmount,
  current: CurrentAmount,
): void {
  if (isAsReviewed(reviewed, current)) return;
  throw changedSinceReview(reviewed, { id, now: current.totalAmount });
}

export function isAsReviewed({ amount, currency, digest }: ReviewedAmount, current: CurrentAmount): boolean {
  const isSame = current.currency === currency && current.totalAmount.eq(amount);
  return isSame && digestDocument(current.document).equals(digest);
}

/**
 * Raises the same for an invoice that is no draft any more, unless somebody issued it exactly as it was
 * reviewed. `invoice` is null if it was deleted.
 */
export function requireIssuedAsReviewed(
  id: string,
  reviewed: ReviewedAmount,
  invoice: StoredInvoice | null,
): void {
  const isIssued = invoice !== null && invoice.status !== 'VOID';
  if (isIssued && isAsReviewed(reviewed, { ...invoice, document: readDocument(invoice) })) return;
  const what = invoice === null ? 'deleted' : invoice.status === 'VOID' ? 'voided' : null;
  throw changedSinceReview(reviewed, { id, ...(what ? { what } : { now: invoice?.totalAmount }) });
}

export function changedSinceReview(
  { amount, currency }: ReviewedAmount,
  changed: { id: string; now?: Decimal | undefined; what?: string },
): EntryFailure {
  const { id, now, what } = changed;
  const money = (value: Decimal) => `${decimalText(value)} ${currency}`;
  const change =
    what ?? (now?.eq(amount) ? `${money(amount)}, with other lines` : `${money(now as Decimal)}`);
  const problem = invoiceChangedSinceReview({ id, reviewed: money(amount), change });
  return new EntryFailure(problem, {
    ...{ reviewedAmount: decimalText(amount), currency },
    ...(now && { currentAmount: decimalText(now) }),
  });
}
