import { BILL_INVOICE, listPendingInvoices } from '#areas/invoices/index.ts';
import { createJob, findJob, type JobRow, jobAlreadyActive, listFailedEntities } from '#areas/jobs/index.ts';
import { operation } from '#platform/http/operation.ts';
import { reviewBillRun } from '../begin-review.ts';
import { BillRun, BillRunParams } from '../bill-run-schema.ts';
import { describeBillRuns } from '../describe-bill-run.ts';
import { billRunNotFound, nothingToRetry } from '../problems.ts';
import { MAX_DRAFTS } from '../rules.ts';

export const retryBillRun = operation({
  id: 'retryBillRun',
  method: 'POST',
  route: '/ext/v1/bill_runs/{bill_run_id}/retry',
  scope: 'invoices:write',
  summary: 'Repeat the failed entries of a bill run in another one',
  description:
    'Correct the causes first. Creates a bill run of the failed entries whose drafts still wait, and ' +
    'begins its review; it is confirmed like any other.',
  request: { params: BillRunParams },
  response: { status: 201, body: BillRun },
  problems: [billRunNotFound, nothingToRetry, jobAlreadyActive],
  async handle(context, { params }) {
    const { tx, org, now } = context;
    const id = params.bill_run_id;
    const failed = await findJob(tx, org, id);
    if (failed?.type !== 'BILL_RUN') throw billRunNotFound({ id });
    const invoiceIds = await listFailedEntities(tx, org, id);
    const selection = { invoiceIds };
    const entityIds = await listPendingInvoices(tx, org, { selection, now, limit: MAX_DRAFTS });
    if (entityIds.length === 0) throw nothingToRetry({ id });
    const job = await createJob(context, {
      ...{ type: 'BILL_RUN', requireConfirmation: true, entityIds, entryKind: BILL_INVOICE },
      metadata: { retryOf: id },
    });
    await reviewBillRun(context, job.id);
    const [described] = await describeBillRuns(context, [(await findJob(tx, org, job.id)) as JobRow]);
    return described as NonNullable<typeof described>;
  },
});
