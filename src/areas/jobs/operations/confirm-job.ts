import { operation } from '#platform/http/operation.ts';
import { confirmJob as confirm } from '../move-job.ts';
import { jobNotDecidable, jobNotFound } from '../problems.ts';
import { describeJob } from '../rules.ts';
import { Job, JobParams } from '../schema.ts';
import { lockJob } from '../store/jobs.ts';

export const confirmJob = operation({
  id: 'confirmJob',
  method: 'POST',
  route: '/jobs/{job_id}/confirm',
  scope: 'jobs:write',
  summary: 'Confirm a waiting job',
  description: 'Possible for seven days; after that the job is cancelled. Idempotent.',
  request: { params: JobParams },
  response: { status: 200, body: Job },
  problems: [jobNotFound, jobNotDecidable],
  async handle(context, { params }) {
    const job = await lockJob(context.tx, context.org, params.job_id);
    if (!job) throw jobNotFound({ id: params.job_id });
    return describeJob(await confirm(context, job));
  },
});
