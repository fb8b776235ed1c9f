import { listCurrentCalls } from '#areas/finalization-hooks/index.ts';
import { awaitRunningIngestions, readText, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { changedSinceReview, computedAmount, findReviewed, isAsReviewed } from '../bill-runs/reviewed.ts';
import { issueComposite, lockOpenComposite } from '../composites/close-composite.ts';
import { isAdjustment } from '../late-usage/is-adjustment.ts';
import { issueWaitingAdjustment } from '../late-usage/waiting-adjustment.ts';
import { computeClosed } from '../lifecycle/close-cycle.ts';
import { acceptFailedRules, type ComputedInvoice } from '../lifecycle/compute-document.ts';
import { issueInvoice } from '../lifecycle/issue-invoice.ts';
import { findInvoice } from '../store/invoices.ts';
import { lockBill } from '../store/lifecycle.ts';
import { findChangedTotal } from './approved-total.ts';
import { failByHook, findFailure, stopFinalization } from './fail-finalization.ts';

/**
 * Continues a finalization after a hook responded or no hook applies any more: recomputes and closes the
 * draft as before, then issues it, calls a hook again, or ends the finalization. Idempotent.
 */
export async function goOn(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org } = context;
  const id = readText(payload, 'invoiceId');
  await awaitRunningIngestions(tx, org);
  const found = await findInvoice(tx, org, id);
  if (found?.invoiceType === 'COMPOSITE') return goOnWithComposite(context, id);
  const invoice = await lockBill(tx, org, id);
  if (invoice?.finalizingStatus !== 'FINALIZING') return;
  // step: an invoice goes on from its hooks
  const calls = await listCurrentCalls(tx, org, id);
  const failure = findFailure(calls);
  if (failure) return failByHook(context, invoice, failure);
  if (isAdjustment(invoice)) return issueWaitingAdjustment(context, invoice);
  const jobId = invoice.billRunId;
  const reviewed = jobId === null ? null : await findReviewed(context, { jobId, invoiceId: id });
  const { computed, timeZone } = await computeClosed(context, invoice, { isReviewed: reviewed !== null });
  // People confirmed another amount, to which the hooks now add their taxes.
  if (reviewed && !isAsReviewed(reviewed, computedAmount(computed))) {
    const { message } = changedSinceReview(reviewed, { id, now: computed.totalAmount });
    return stopFinalization(context, invoice, message);
  }
  const acceptsFailedRules = calls.some((call) => call.acceptsFailedRules);
  const accepted = acceptsFailedRules ? acceptFailedRules(computed) : computed;
  const changed = await findChangedTotal(context, invoice, totalOf(accepted));
  if (changed !== null) return stopFinalization(context, invoice, changed);
  await issueInvoice(context, invoice, { computed: accepted, timeZone, acceptsFailedRules });
}

function totalOf({ totalAmount, inputs: { currency } }: ComputedInvoice) {
  return { totalAmount, currency };
}

async function goOnWithComposite(context: ScheduledWorkContext, id: string): Promise<void> {
  const { tx, org } = context;
  const open = await lockOpenComposite(context, id);
  if (open?.composite.finalizingStatus !== 'FINALIZING') return;
  const failure = findFailure(await listCurrentCalls(tx, org, id));
  if (failure) return failByHook(context, open.composite, failure);
  await issueComposite(context, open);
}
