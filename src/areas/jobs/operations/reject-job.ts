import { operation } from '#platform/http/operation.ts';
import { rejectJob as reject } from '../move-job.ts';
import { jobNotDecidable, jobNotFound } from '../problems.ts';
import { describeJob } from '../rules.ts';
import { Job, JobParams } from '../schema.ts';
import { lockJob } from '../store/jobs.ts';

export const rejectJob = operation({
  id: 'rejectJob',
  method: 'POST',
  route: '/jobs/{job_id}/reject',
  scope: 'jobs:write',
  summary: 'Cancel a job that has not started',
  description: 'Cancels its entries; their subjects do not change. Idempotent.',
  request: { params: JobParams },
  response: { status: 200, body: Job },
  problems: [jobNotFound, jobNotDecidable],
  async handle(context, { params }) {
    const job = await lockJob(context.tx, context.org, params.job_id);
    if (!job) throw jobNotFound({ id: params.job_id });
    return describeJob(await reject(context, job));
  },
});
