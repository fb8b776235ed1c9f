import { operation } from '#platform/http/operation.ts';
import { JobPage } from '../schema.ts';
import { jobList, listJobs as listRows } from '../store/jobs.ts';

export const listJobs = operation({
  id: 'listJobs',
  method: 'GET',
  route: '/jobs',
  scope: 'jobs:read',
  summary: 'List jobs, the most recently changed first',
  description: 'Jobs are kept for 180 days after they end.',
  response: { status: 200, body: JobPage },
  list: jobList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listRows(tx, org, page);
    return { data: rows, nextToken };
  },
});
