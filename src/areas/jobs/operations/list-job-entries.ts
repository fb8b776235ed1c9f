import { operation } from '#platform/http/operation.ts';
import { listBilled } from '../billed-entries.ts';
import { jobNotFound } from '../problems.ts';
import { describeEntry } from '../rules.ts';
import { JobEntryPage, JobParams } from '../schema.ts';
import { jobEntryList, listJobEntries as listRows } from '../store/entries.ts';
import { findJob } from '../store/jobs.ts';

export const listJobEntries = operation({
  id: 'listJobEntries',
  method: 'GET',
  route: '/jobs/{job_id}/entries',
  scope: 'jobs:read',
  summary: 'List the entries of a job with their results',
  description:
    'A failed entry has the reason in metadata.error. An entry of a bill run also has the account or ' +
    'group and the total of its invoice.',
  request: { params: JobParams },
  response: { status: 200, body: JobEntryPage },
  problems: [jobNotFound],
  list: jobEntryList,
  async handle(context, { params, page }) {
    const { tx, org } = context;
    const job = await findJob(tx, org, params.job_id);
    if (!job) throw jobNotFound({ id: params.job_id });
    const { rows, nextToken } = await listRows(tx, org, { jobId: job.id, page });
    const billed = await listBilled(context, { job, rows });
    return { data: rows.map((row, i) => describeEntry(row, billed[i])), nextToken };
  },
});
