import { runJobEntry } from '#areas/jobs/index.ts';
import { awaitRunningIngestions, readText, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { findChangedTotal } from '../finalization/approved-total.ts';
import { isAdjustment } from '../late-usage/is-adjustment.ts';
import { issueWaitingAdjustment } from '../late-usage/waiting-adjustment.ts';
import { computeClosed } from '../lifecycle/close-cycle.ts';
import { issueInvoice } from '../lifecycle/issue-invoice.ts';
import { readDocument } from '../rules.ts';
import { setBillRun } from '../store/bill-runs.ts';
import type { StoredInvoice } from '../store/invoices.ts';
import { lockBill } from '../store/lifecycle.ts';
import { invoiceCannotBeBilled, invoiceNotPending, invoiceTotalChanged } from './problems.ts';
import { computedAmount, findReviewed, requireIssuedAsReviewed, requireReviewed } from './reviewed.ts';

/** Scheduled work that processes one entry of a bill run. */
export const BILL_INVOICE = 'invoices.bill_run_entry';

/**
 * Finalizes one invoice of a bill run as the close of its cycle would. Skips an invoice that was issued or
 * deleted since the run was created, and one that finalization hooks are checking. An incomplete draft stays
 * a draft, and its entry says what is missing. Where drafts were reviewed, one that differs from what people
 * saw stays a draft, too.
 */
export function billInvoice(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const jobId = readText(payload, 'jobId');
  return runJobEntry(context, payload, async (id) => {
    const { tx, org } = context;
    await awaitRunningIngestions(tx, org);
    const invoice = await lockBill(tx, org, id);
    const reviewed = await findReviewed(context, { jobId, invoiceId: id });
    if (reviewed && invoice?.status !== 'DRAFT') requireIssuedAsReviewed(id, reviewed, invoice);
    if (invoice?.status !== 'DRAFT' || invoice.finalizingStatus !== null) return;
    if (!isPending(invoice, context.now)) throw invoiceNotPending({ what: `invoice ${id}` });
    // step: a draft of a bill run is locked
    if (isAdjustment(invoice)) {
      if (reviewed) requireReviewed(invoice, reviewed, { ...invoice, document: readDocument(invoice) });
      await setBillRun(tx, org, { id, jobId });
      await issueWaitingAdjustment(context, invoice);
      return;
    }
    const closed = await computeClosed(context, invoice, { isReviewed: reviewed !== null });
    const { computed } = closed;
    if (computed.isIncomplete) throw invoiceCannotBeBilled({ id, info: computed.info });
    if (reviewed) requireReviewed(invoice, reviewed, computedAmount(computed));
    const total = { totalAmount: computed.totalAmount, currency: computed.inputs.currency };
    const changed = await findChangedTotal(context, invoice, total);
    if (changed !== null) throw invoiceTotalChanged({ id, changed });
    // step: a draft of a bill run is computed
    await setBillRun(tx, org, { id, jobId });
    await issueInvoice(context, invoice, closed);
  });
}

/** Same condition as `pending` of the store. */
function isPending(invoice: StoredInvoice, now: Temporal.Instant): boolean {
  const { autoAdvance, invoiceDate } = invoice;
  return !autoAdvance && Temporal.Instant.compare(invoiceDate, now) <= 0;
}
