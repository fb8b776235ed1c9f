import { operation } from '#platform/http/operation.ts';
import { jobNotFound } from '../problems.ts';
import { describeJob } from '../rules.ts';
import { Job, JobParams } from '../schema.ts';
import { findJob } from '../store/jobs.ts';

export const getJob = operation({
  id: 'getJob',
  method: 'GET',
  route: '/jobs/{job_id}',
  scope: 'jobs:read',
  summary: 'Get a job with the counts of its entries',
  description: 'A job is COMPLETED even if some of its entries failed; FAILED means that all of them failed.',
  request: { params: JobParams },
  response: { status: 200, body: Job },
  problems: [jobNotFound],
  async handle({ tx, org }, { params }) {
    const job = await findJob(tx, org, params.job_id);
    if (!job) throw jobNotFound({ id: params.job_id });
    return describeJob(job);
  },
});
