import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { confirmJob } from './operations/confirm-job.ts';
import { getJob } from './operations/get-job.ts';
import { listJobEntries } from './operations/list-job-entries.ts';
import { listJobs } from './operations/list-jobs.ts';
import { rejectJob } from './operations/reject-job.ts';
import { stopJob } from './operations/stop-job.ts';
import { purgeOldJobs } from './purge-old-jobs.ts';
import { jobScheduledWork } from './scheduled-work.ts';

export const jobs: Area = {
  name: 'jobs',
  title: 'Jobs',
  resources: { job: { get: getJob } },
  operations: [listJobs, getJob, confirmJob, rejectJob, stopJob, listJobEntries],
  scheduledWork: jobScheduledWork,
  maintenance: purgeOldJobs,
};
