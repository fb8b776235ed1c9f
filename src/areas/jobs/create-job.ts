import { sqlState, violatedConstraint } from '#platform/db/database.ts';
import type { Actor } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { beginJob } from './move-job.ts';
import { type JobContext, planStart } from './planned-work.ts';
import { jobAlreadyActive } from './problems.ts';
import type { JobType } from './schema.ts';
import { insertEntries } from './store/entries.ts';
import { insertJob, type JobRow } from './store/jobs.ts';

export interface NewJob {
  type: JobType;
  /** Whether it waits until somebody confirms it; after seven days it is cancelled. */
  requireConfirmation: boolean;
  /** What the job is about, one entry for each; fixed from now on. */
  entityIds: readonly string[];
  /** The kind of scheduled work that does one entry, by `runJobEntry`; its area registers it. */
  entryKind: string;
  metadata?: Record<string, string>;
  /** When it begins; now when absent. */
  startAt?: Temporal.Instant;
}

/**
 * Makes a job with its entries in the caller's transaction: it exists exactly if what the caller does besides
 * exists. Raises `jobAlreadyActive` for a type of which only one may be active; the database decides.
 */
export async function createJob(context: JobContext & { actor?: Actor }, job: NewJob): Promise<JobRow> {
  const { tx, org, now, actor } = context;
  const entityIds = [...new Set(job.entityIds)];
  const isLater = job.startAt !== undefined && Temporal.Instant.compare(job.startAt, now) > 0;
  const row = await insertJob(tx, {
    orgId: org.orgId,
    id: newId('job', now),
    type: job.type,
    status: isLater ? 'SCHEDULED' : 'PENDING',
    isConfirmedFirst: job.requireConfirmation,
    entryKind: job.entryKind,
    totalEntries: entityIds.length,
    metadata: { ...job.metadata, ...(actor && { requestedBy: actor.credentialId }) },
    createdAt: now,
    updatedAt: now,
  }).catch((error) => {
    throw explainActiveJob(error, job.type);
  });
  await insertEntries(tx, row, entityIds);
  // step: entries of a job are made
  if (!isLater || !job.startAt) return beginJob(context, row);
  await planStart(context, row, job.startAt);
  return row;
}

/** The unique index decides which of two is the one; this says it in words. */
function explainActiveJob(error: unknown, type: JobType): unknown {
  const isTaken = sqlState(error) === '23505' && violatedConstraint(error) === 'jobs_one_bill_run';
  return isTaken ? jobAlreadyActive({ type }) : error;
}
