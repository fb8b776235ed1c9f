import type { BilledEntry } from './billed-entries.ts';
import { JOB_STATUSES, type JobStatus } from './schema.ts';
import type { JobEntryRow } from './store/entries.ts';
import type { JobRow } from './store/jobs.ts';

/** The triggers of a job's state transitions. */
export type JobTrigger =
  | 'TIME_REACHED'
  | 'ENTRIES_MADE'
  | 'ASK'
  | 'START'
  | 'CONFIRM'
  | 'REJECT'
  | 'EXPIRE'
  | 'STOP'
  | 'SETTLE'
  | 'SETTLE_ALL_FAILED';

/**
 * The state machine of a job (`money-platform.md` 12); transitions that are absent are not allowed. Entries
 * are created in the transaction of the job, so a job whose entries cannot be created does not exist: the row
 * "cannot materialise" has no case.
 */
const MOVES: Readonly<Record<JobStatus, Partial<Record<JobTrigger, JobStatus>>>> = {
  SCHEDULED: { TIME_REACHED: 'PENDING', REJECT: 'CANCELLED' },
  PENDING: { ENTRIES_MADE: 'INITIALIZED', REJECT: 'CANCELLED' },
  INITIALIZED: { ASK: 'WAITING_FOR_CONFIRMATION', START: 'IN_PROGRESS' },
  WAITING_FOR_CONFIRMATION: { CONFIRM: 'IN_PROGRESS', REJECT: 'CANCELLED', EXPIRE: 'CANCELLED' },
  IN_PROGRESS: { SETTLE: 'COMPLETED', SETTLE_ALL_FAILED: 'FAILED', STOP: 'CANCELLED' },
  COMPLETED: {},
  FAILED: {},
  CANCELLED: {},
};

/** Null if the trigger has no effect in this status. */
export function nextStatus(from: JobStatus, trigger: JobTrigger): JobStatus | null {
  return MOVES[from][trigger] ?? null;
}

/** The statuses in which a trigger has an effect. */
export function statusesMovedBy(trigger: JobTrigger): JobStatus[] {
  return JOB_STATUSES.filter((status) => nextStatus(status, trigger) !== null);
}

/** The first status of a job that begins now with its entries: waiting for confirmation, or running. */
export function firstStatus(isConfirmedFirst: boolean): JobStatus {
  return applyTriggers('PENDING', ['ENTRIES_MADE', isConfirmedFirst ? 'ASK' : 'START']);
}

/** The final status of a running job whose entries have all ended; a job without entries cannot fail. */
export function settledStatus(entries: { completed: number; failed: number }): JobStatus {
  const isFailed = entries.completed === 0 && entries.failed > 0;
  return applyTriggers('IN_PROGRESS', [isFailed ? 'SETTLE_ALL_FAILED' : 'SETTLE']);
}

function applyTriggers(from: JobStatus, triggers: readonly JobTrigger[]): JobStatus {
  return triggers.reduce((status, trigger) => {
    const next = nextStatus(status, trigger);
    if (next === null) throw new RangeError(`a job that is ${status} has no transition by ${trigger}`);
    return next;
  }, from);
}

export function countPending(job: JobRow): number {
  return job.totalEntries - job.completedEntries - job.failedEntries - job.cancelledEntries;
}

/** The wire shape of a job. */
export function describeJob(job: JobRow) {
  return {
    id: job.id,
    type: job.type,
    status: job.status,
    updatedAt: job.updatedAt,
    settledAt: job.settledAt,
    totalJobEntries: job.totalEntries,
    pendingJobEntries: countPending(job),
    failedJobEntries: job.failedEntries,
    completedJobEntries: job.completedEntries,
    metadata: orAbsent(job.metadata),
  };
}

/** `billed` is the invoice of the entry, if any. */
export function describeEntry(entry: JobEntryRow, billed: BilledEntry | null = null) {
  const { entityId, jobId, status, createdAt, metadata } = entry;
  return { entityId, jobId, status, createdAt, metadata: orAbsent(metadata), ...billed };
}

function orAbsent(metadata: Record<string, string>): Record<string, string> | null {
  return Object.keys(metadata).length > 0 ? metadata : null;
}
