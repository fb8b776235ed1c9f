import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { concurrentChange } from '#platform/problem.ts';
import { invoiceCannotBeBilled } from '../bill-runs/problems.ts';
import { isAdjustment } from '../late-usage/is-adjustment.ts';
import { issueWaitingAdjustment } from '../late-usage/waiting-adjustment.ts';
import { computeClosed } from '../lifecycle/close-cycle.ts';
import { acceptFailedRules } from '../lifecycle/compute-document.ts';
import { issueInvoice } from '../lifecycle/issue-invoice.ts';
import { findInvoiceFacts } from '../lifecycle/read-facts.ts';
import { draftIsBlank } from '../problems.ts';
import { findInvoice, type StoredInvoice } from '../store/invoices.ts';

/**
 * Issues a locked draft past its deadline like a bill run, but without failing pricing rules, because the
 * user has reviewed this invoice. With hooks it waits for them. Requires that the caller has waited for the
 * running ingestions. Raises `invoiceCannotBeBilled` if something else is missing and `draftIsBlank` if the
 * draft is empty.
 */
export async function issueDraft(context: ScheduledWorkContext, invoice: StoredInvoice): Promise<void> {
  const { tx, org } = context;
  const { id } = invoice;
  if (isAdjustment(invoice)) return issueWaitingAdjustment(context, invoice);
  // Its schedule was edited away, and the change of the timeline that drops the draft is planned.
  const isOfCycle = invoice.scheduleId !== null;
  if (isOfCycle && !(await findInvoiceFacts(tx, org, invoice))) throw concurrentChange();
  const { computed: closed, timeZone } = await computeClosed(context, invoice);
  const computed = acceptFailedRules(closed);
  if (computed.isIncomplete) throw invoiceCannotBeBilled({ id, info: computed.info });
  await issueInvoice(context, invoice, { computed, timeZone, acceptsFailedRules: true });
  if (!(await findInvoice(tx, org, id))) throw draftIsBlank({ id });
}
