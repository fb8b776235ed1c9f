import { Decimal, ZERO } from '#core/decimal.ts';
import type { AdjustmentInputs } from '#core/invoice/adjustment.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { holdBack, isHeldBack } from '../finalization/approved-total.ts';
import { passAdjustmentHooks } from '../finalization/pass-adjustment.ts';
import { finishInvoice } from '../lifecycle/issue-invoice.ts';
import { divideNote, startNoteRefund } from '../payments/refund-note.ts';
import { findInvoice, type InvoiceRow } from '../store/invoices.ts';
import { lockBill } from '../store/lifecycle.ts';
import { payOriginal } from './pay-original.ts';

/**
 * Issues a locked draft that waited for its registration or for a retry, as it was computed; later
 * adjustments continue from it. Then books the money of a credit note as an immediate issue would have done.
 */
export async function issueWaitingAdjustment(
  context: ScheduledWorkContext,
  draft: InvoiceRow,
): Promise<void> {
  const { tx, org } = context;
  const { id, metadata } = draft;
  const original = (await lockBill(tx, org, String(metadata.adjusts))) as InvoiceRow | null;
  if (!original) throw new Error(`adjustment ${id} has no invoice ${String(metadata.adjusts)}`);
  const { timeZone, reason } = JSON.parse(draft.inputs) as AdjustmentInputs;
  const { currency, inputs, document, totalAmount, netTermDays, details } = draft;
  const columns = { currency, inputs, document, totalAmount, netTermDays, details, info: [] };
  if (await isHeldBack(context, draft, draft)) return holdBack(context, draft);
  if (!(await passAdjustmentHooks(context, draft, { original, columns, timeZone }))) return;
  const amount = Decimal.max(ZERO, totalAmount.negated());
  const isToPayer = metadata.refundMode === 'PAYMENT';
  const refund = isToPayer ? await divideNote(context, { original, amount }) : null;
  const status = refund && refund.parts.length > 0 ? ('REFUND_INITIATED' as const) : undefined;
  await finishInvoice(context, draft, { columns, timeZone, status });
  if (reason === undefined) return;
  const note = await findInvoice(tx, org, id);
  if (!note) return;
  if (refund && note.mergedInto === null) await startNoteRefund(context, { original, noteId: id, refund });
  else await payOriginal(context, { original, note });
}
