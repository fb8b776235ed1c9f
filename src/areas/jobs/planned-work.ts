import type { Tx } from '#platform/db/database.ts';
import {
  cancelScheduledWork,
  planManyScheduledWork,
  planScheduledWork,
} from '#platform/db/scheduled-work.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { Org } from '#platform/http/operation.ts';
import { listEntityIds } from './store/entries.ts';
import type { JobRow } from './store/jobs.ts';

/** The context of a request or of scheduled work. */
export interface JobContext {
  tx: Tx;
  org: Org;
  now: Temporal.Instant;
  /** A request that starts a bill run has it. */
  deployment?: Deployment;
}

export const START_JOB = 'jobs.start';
export const EXPIRE_JOB = 'jobs.expire';

/** Entries run after cycles and credits of the same instant, and before documents are printed. */
const RANKS = { start: 69, entry: 70, expiry: 71 } as const;
const DAYS_TO_CONFIRM = 7;
const RETRY_MINUTES = 1;

export async function planStart({ tx, org, now }: JobContext, job: JobRow, startAt: Temporal.Instant) {
  const work = {
    kind: START_JOB,
    key: job.id,
    dueAt: startAt,
    rank: RANKS.start,
    payload: { jobId: job.id },
  };
  await planScheduledWork(tx, org, { ...work, now });
}

export async function planExpiry({ tx, org, now }: JobContext, job: JobRow): Promise<void> {
  const dueAt = now.add({ hours: 24 * DAYS_TO_CONFIRM });
  const work = { kind: EXPIRE_JOB, key: job.id, dueAt, rank: RANKS.expiry, payload: { jobId: job.id } };
  await planScheduledWork(tx, org, { ...work, now });
}

/** Cancels the scheduled work of a job that was confirmed or rejected. */
export async function cancelPlans({ tx, org }: JobContext, job: JobRow): Promise<void> {
  for (const kind of [START_JOB, EXPIRE_JOB]) await cancelScheduledWork(tx, org, { kind, key: job.id });
}

/** One piece of work for each entry, in the order of the entries. */
export async function planEntries({ tx, org, now }: JobContext, job: JobRow): Promise<void> {
  const entityIds = await listEntityIds(tx, org, job.id);
  const pieces = entityIds.map((entityId) => ({
    key: `${job.id}:${entityId}`,
    payload: { jobId: job.id, entityId },
  }));
  await planManyScheduledWork(tx, org, { kind: job.entryKind, dueAt: now, rank: RANKS.entry, pieces, now });
  // step: entries of a job are planned
}

/** The same piece again, a little later. */
export async function planRetry({ tx, org, now }: JobContext, job: JobRow, entityId: string): Promise<void> {
  await planScheduledWork(tx, org, {
    kind: job.entryKind,
    key: `${job.id}:${entityId}`,
    dueAt: now.add({ minutes: RETRY_MINUTES }),
    rank: RANKS.entry,
    payload: { jobId: job.id, entityId },
    now,
  });
}
