import { createJob, jobAlreadyActive } from '#areas/jobs/index.ts';
import { operation } from '#platform/http/operation.ts';
import { BILL_INVOICE } from '../bill-runs/bill-invoice.ts';
import { invoiceNotPending, noEligibleInvoices } from '../bill-runs/problems.ts';
import { BillRunStarted, CreateBillRunQuery, CreateBillRunRequest } from '../bill-runs/schema.ts';
import { selectInvoices } from '../bill-runs/select-invoices.ts';

export const createBillRun = operation({
  id: 'createBillRun',
  method: 'POST',
  route: '/invoices/bill_runs',
  scope: 'invoices:write',
  summary: 'Finalize drafts that wait for it, in a job',
  description:
    'Drafts wait when INVOICE_AUTO_ADVANCE is false. Without a body the run takes all that are pending ' +
    'now, at most 10,000, those that have waited longest first. What it takes is fixed when it is made. ' +
    'One run at a time.',
  request: { query: CreateBillRunQuery, body: CreateBillRunRequest, isBodyOptional: true },
  response: { status: 200, body: BillRunStarted },
  problems: [noEligibleInvoices, invoiceNotPending, jobAlreadyActive],
  async handle(context, { query, body = {} }) {
    const job = await createJob(context, {
      type: 'BILL_RUN',
      requireConfirmation: query.require_confirmation ?? false,
      entityIds: await selectInvoices(context, body),
      entryKind: BILL_INVOICE,
    });
    return { success: true, jobId: job.id };
  },
});
