import { lockAccount } from '#areas/accounts/index.ts';
import { requestText } from '#core/canonical-json.ts';
import { type AdjustmentInputs, computeAdjustment } from '#core/invoice/adjustment.ts';
import type { InvoiceInputs } from '#core/invoice/index.ts';
import { planCorrections, type RequestedCorrection } from '#core/invoice/plan-corrections.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { readLeft } from '../give-backs/read-left.ts';
import { recordGiveBack } from '../give-backs/record-give-back.ts';
import { adjusting } from '../late-usage/compute-adjustment.ts';
import { issueAdjustment } from '../late-usage/issue-adjustment.ts';
import { payOriginal } from '../late-usage/pay-original.ts';
import { isTopup } from '../payments/refund-topup.ts';
import { creditNoteInvalid, creditNoteKeyTaken, creditNoteRefused, invoiceNotFound } from '../problems.ts';
import { shareComposite } from '../store/composites.ts';
import { findInvoiceByKey } from '../store/custom.ts';
import { findInvoice, type InvoiceRow, isOfAccount, type StoredInvoice } from '../store/invoices.ts';
import { lockBill, lockDrafts } from '../store/lifecycle.ts';
import type { CreateCreditNoteRequest } from './schema.ts';
import { spentCredits } from './spent-credits.ts';

/**
 * Credits a part or all of an issued invoice, which stays unchanged: issues the difference to the invoice
 * with the smaller lines, like an adjustment for late usage. Taxes match to the cent, credits that overpaid
 * are restored before money is returned, and adjustments for late usage continue from the result. Returns
 * the id of the credit note, a draft while it waits for registration. Raises the problem if the request is
 * rejected.
 */
export async function makeCreditNote(
  context: ScheduledWorkContext,
  { invoiceId, body }: { invoiceId: string; body: CreateCreditNoteRequest },
): Promise<string> {
  const { tx, org } = context;
  const found = await findInvoice(tx, org, invoiceId);
  if (!found) throw invoiceNotFound({ id: invoiceId });
  if (!isOfAccount(found)) throw creditNoteRefused({ id: invoiceId, because: groupWords(found) });
  await lockAccount(tx, org, found.accountId);
  await lockDrafts(tx, org, found.accountId);
  const original = (await lockBill(tx, org, invoiceId)) as InvoiceRow;
  const { idempotencyKey: key } = body;
  const request = requestText({ creditNoteFor: invoiceId, ...body });
  const known =
    key === undefined ? null : await findInvoiceByKey(tx, org, { ownerId: original.accountId, key });
  if (known && known.request !== request) throw creditNoteKeyTaken({ key: key ?? '' });
  if (known) return known.id;
  rejectUncreditable(original);
  const { base, before } = await readLeft(context, original);
  const terms = { requested: readRequested(body), reason: body.reason };
  const inputs = buildCreditNote({ original, before, ...terms });
  const document = computeAdjustment(inputs);
  const requested = key === undefined ? undefined : { idempotencyKey: key, request };
  const id = await issueAdjustment(context, { original, base, inputs, document, requested });
  await recordNote(context, original, { noteId: id, inputs });
  await settleOriginal(context, { original, creditNoteId: id });
  return id;
}

/** Records the credited amounts, so that later give-backs of the same lines have less left. */
export function recordNote(
  context: ScheduledWorkContext,
  original: InvoiceRow,
  { noteId, inputs: { before, after } }: { noteId: string; inputs: AdjustmentInputs },
): Promise<void> {
  return recordGiveBack(context, original, { before, after, way: { way: 'CREDIT_NOTE', noteId } });
}

function groupWords({ invoiceType }: StoredInvoice): string {
  return invoiceType === 'COMPOSITE'
    ? 'it is a group invoice; credit the merged invoices of its accounts instead'
    : 'it is a manual invoice of a group; create a CUSTOM invoice with negative lines for one of its ' +
        'accounts instead';
}

const CREDITABLE: ReadonlySet<StoredInvoice['status']> = new Set<StoredInvoice['status']>([
  'DUE',
  'PARTIALLY_PAID',
  'PAID',
  'UN_COLLECTIBLE',
  'MERGED',
]);

function rejectUncreditable(original: InvoiceRow): void {
  const { id, status, invoiceClass, metadata } = original;
  if ('adjusts' in metadata)
    throw creditNoteRefused({
      id,
      because: `it adjusts invoice ${String(metadata.adjusts)}; credit that invoice instead`,
    });
  if (invoiceClass === 'ORDER')
    throw creditNoteRefused({
      id,
      because: 'it is an unpaid order, which has granted nothing yet; set it to VOID instead',
    });
  if (isTopup(original))
    throw creditNoteRefused({
      id,
      because:
        'it is a wallet top-up; set it to REFUND_INITIATED, which withdraws the unused part from the wallet',
    });
  if (!CREDITABLE.has(status)) throw creditNoteRefused({ id, because: `it is ${status}` });
}

/** Returns the inputs of a credit note. Raises `creditNoteInvalid`. */
export function buildCreditNote({
  original,
  before,
  requested,
  reason,
}: {
  original: InvoiceRow;
  before: InvoiceInputs;
  requested: RequestedCorrection;
  reason: string;
}): AdjustmentInputs {
  const planned = planCorrections(before, requested, reason);
  if ('rule' in planned) throw creditNoteInvalid(planned);
  const corrections = [...(before.corrections ?? []), ...planned];
  const after: InvoiceInputs = { ...before, ...spentCredits(before), corrections };
  return { ...adjusting(original, before), before, after, events: { count: 0, ids: [] }, reason };
}

function readRequested({ lineItems, amount }: CreateCreditNoteRequest): RequestedCorrection {
  if (lineItems && amount) throw creditNoteInvalid({ at: 'amount', rule: 'must not be sent with lineItems' });
  if (lineItems) return { lines: lineItems };
  return amount ? { amount } : 'EVERYTHING';
}

/**
 * Pays what is still owed on the original from the wallet credit of its credit note. The invoice of a group
 * must not be refunded concurrently: the refundable amount counts the credit notes it sees.
 */
export async function settleOriginal(
  context: ScheduledWorkContext,
  { original, creditNoteId }: { original: InvoiceRow; creditNoteId: string },
): Promise<void> {
  const { tx, org } = context;
  const { id, mergedInto } = original;
  if (mergedInto !== null) {
    const status = await shareComposite(tx, org, mergedInto);
    if (status === 'REFUND_INITIATED' || status === 'REFUND_COMPLETED')
      throw creditNoteRefused({ id, because: `it is merged into invoice ${mergedInto}, which is ${status}` });
    return;
  }
  const note = await findInvoice(tx, org, creditNoteId);
  // A credit note that waits for its registration pays the original when it is issued.
  if (note?.status !== 'DRAFT') await payOriginal(context, { original, note });
}
