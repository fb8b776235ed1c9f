import { operation } from '#platform/http/operation.ts';
import { stopJob as stop } from '../move-job.ts';
import { jobNotDecidable, jobNotFound, jobNotStoppable } from '../problems.ts';
import { describeJob } from '../rules.ts';
import { Job, JobParams } from '../schema.ts';
import { lockJob } from '../store/jobs.ts';

export const stopJob = operation({
  id: 'stopJob',
  method: 'POST',
  route: '/ext/v1/jobs/{job_id}/stop',
  scope: 'jobs:write',
  summary: 'Stop a running migration of price plans',
  description:
    'Accounts that have moved stay where they are; the entries that are left are cancelled. Start another ' +
    'migration to move the rest. Idempotent.',
  request: { params: JobParams },
  response: { status: 200, body: Job },
  problems: [jobNotFound, jobNotDecidable, jobNotStoppable],
  async handle(context, { params }) {
    const job = await lockJob(context.tx, context.org, params.job_id);
    if (!job) throw jobNotFound({ id: params.job_id });
    if (job.type !== 'PRICE_PLAN') throw jobNotStoppable({ id: job.id, type: job.type });
    return describeJob(await stop(context, job));
  },
});
