import { findJob } from '#areas/jobs/index.ts';
import { operation } from '#platform/http/operation.ts';
import { BillRun, BillRunParams } from '../bill-run-schema.ts';
import { describeBillRuns } from '../describe-bill-run.ts';
import { billRunNotFound } from '../problems.ts';

export const getBillRun = operation({
  id: 'getBillRun',
  method: 'GET',
  route: '/ext/v1/bill_runs/{bill_run_id}',
  scope: 'invoices:read',
  summary: 'Get a bill run with its review and its result',
  request: { params: BillRunParams },
  response: { status: 200, body: BillRun },
  problems: [billRunNotFound],
  async handle(context, { params }) {
    const job = await findJob(context.tx, context.org, params.bill_run_id);
    if (job?.type !== 'BILL_RUN') throw billRunNotFound({ id: params.bill_run_id });
    const [described] = await describeBillRuns(context, [job]);
    return described as NonNullable<typeof described>;
  },
});
