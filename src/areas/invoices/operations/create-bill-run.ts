import { createJob, jobAlreadyActive } from '#areas/jobs/index.ts';
import { findOrgSetting } from '#areas/settings/index.ts';
import { operation } from '#platform/http/operation.ts';
import { BILL_INVOICE } from '../bill-runs/bill-invoice.ts';
import { billRunNeedsReview, invoiceNotPending, noEligibleInvoices } from '../bill-runs/problems.ts';
import { BillRunStarted, CreateBillRunQuery, CreateBillRunRequest } from '../bill-runs/schema.ts';
import { selectInvoices } from '../bill-runs/select-invoices.ts';

export const createBillRun = operation({
  id: 'createBillRun',
  method: 'POST',
  route: '/invoices/bill_runs',
  scope: 'invoices:write',
  summary: 'Finalize pending drafts in a job',
  description:
    'Drafts wait for a bill run when INVOICE_AUTO_ADVANCE is false. Without a body the run selects all ' +
    'that are pending, at most 10,000, the longest-waiting first. The selection is fixed when the run is ' +
    'created. Only one run can be active at a time.',
  request: { query: CreateBillRunQuery, body: CreateBillRunRequest, isBodyOptional: true },
  response: { status: 200, body: BillRunStarted },
  problems: [noEligibleInvoices, invoiceNotPending, billRunNeedsReview, jobAlreadyActive],
  async handle(context, { query, body = {} }) {
    const requireConfirmation = query.require_confirmation ?? false;
    const review = await findOrgSetting(context.tx, context.org, 'BILL_RUN_REVIEW');
    if (review === 'REQUIRED' && !requireConfirmation) throw billRunNeedsReview();
    const job = await createJob(context, {
      type: 'BILL_RUN',
      requireConfirmation,
      entityIds: await selectInvoices(context, body),
      entryKind: BILL_INVOICE,
    });
    return { success: true, jobId: job.id };
  },
});
