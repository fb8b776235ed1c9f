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
  /** Whether it waits for confirmation; it is cancelled after seven days without one. */
  requireConfirmation: boolean;
  /** The subjects of the job, one entry each; fixed from now on. */
  entityIds: readonly string[];
  /** The kind of scheduled work that runs one entry with `runJobEntry`; its area registers it. */
  entryKind: string;
  metadata?: Record<string, string>;
  /** When it begins; default: now. */
  startAt?: Temporal.Instant;
}

/**
 * Creates a job with its entries in the caller's transaction: either all of the caller's changes and the job
 * are committed, or none. Raises `jobAlreadyActive` for a type that allows one active job; the database
 * enforces it.
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

/** Turns the violation of the unique index into the problem for the second job. */
function explainActiveJob(error: unknown, type: JobType): unknown {
  const isTaken = sqlState(error) === '23505' && violatedConstraint(error) === 'jobs_one_bill_run';
  return isTaken ? jobAlreadyActive({ type }) : error;
}
