import { operation } from '#platform/http/operation.ts';
import { requireConfirmable } from '../confirmation-obstacles.ts';
import { confirmJob as confirm } from '../move-job.ts';
import { jobNotDecidable, jobNotFound, reviewBlocks, reviewChanged, reviewMissing } from '../problems.ts';
import { describeJob } from '../rules.ts';
import { ConfirmJobRequest, Job, JobParams } from '../schema.ts';
import { lockJob } from '../store/jobs.ts';

export const confirmJob = operation({
  id: 'confirmJob',
  method: 'POST',
  route: '/jobs/{job_id}/confirm',
  scope: 'jobs:write',
  summary: 'Confirm a waiting job',
  description:
    'Possible for seven days; after that the job is cancelled. Idempotent. A bill run that is being ' +
    'reviewed, or must be by the setting BILL_RUN_REVIEW, needs a finished review without open findings of ' +
    'level BLOCK.',
  request: { params: JobParams, body: ConfirmJobRequest, isBodyOptional: true },
  response: { status: 200, body: Job },
  problems: [jobNotFound, jobNotDecidable, reviewMissing, reviewBlocks, reviewChanged],
  async handle(context, { params, body = {} }) {
    const job = await lockJob(context.tx, context.org, params.job_id);
    if (!job) throw jobNotFound({ id: params.job_id });
    await requireConfirmable(context, job, body.reviewVersion ?? null);
    return describeJob(await confirm(context, job));
  },
});
