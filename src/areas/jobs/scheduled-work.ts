import { readText, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext, ScheduledWorkKind } from '#platform/jobs/scheduled-work.ts';
import { beginJob, expireJob } from './move-job.ts';
import { EXPIRE_JOB, START_JOB } from './planned-work.ts';
import { lockJob } from './store/jobs.ts';

/** Scheduled transitions of jobs; the areas of their subjects run the entries. */
export const jobScheduledWork: readonly ScheduledWorkKind[] = [
  { kind: START_JOB, run: startScheduledJob },
  {
    kind: EXPIRE_JOB,
    run: async (context, payload) => {
      const job = await lockJob(context.tx, context.org, readText(payload, 'jobId'));
      if (job) await expireJob(context, job);
    },
  },
];

async function startScheduledJob(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const job = await lockJob(context.tx, context.org, readText(payload, 'jobId'));
  if (job?.status === 'SCHEDULED') await beginJob(context, job);
}
