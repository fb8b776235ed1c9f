import type { BilledEntry } from './billed-entries.ts';
import { JOB_STATUSES, type JobStatus } from './schema.ts';
import type { JobEntryRow } from './store/entries.ts';
import type { JobRow } from './store/jobs.ts';

/** What moves a job on. */
export type JobTrigger =
  | 'TIME_REACHED'
  | 'ENTRIES_MADE'
  | 'ASK'
  | 'START'
  | 'CONFIRM'
  | 'REJECT'
  | 'EXPIRE'
  | 'SETTLE'
  | 'SETTLE_ALL_FAILED';

/**
 * The moves of a job (`money-platform.md` 12); what is not here is refused. Entries are made in the
 * transaction that makes the job, so a job whose entries cannot be made does not come into being: the row
 * "cannot materialise" has no case.
 */
const MOVES: Readonly<Record<JobStatus, Partial<Record<JobTrigger, JobStatus>>>> = {
  SCHEDULED: { TIME_REACHED: 'PENDING', REJECT: 'CANCELLED' },
  PENDING: { ENTRIES_MADE: 'INITIALIZED', REJECT: 'CANCELLED' },
  INITIALIZED: { ASK: 'WAITING_FOR_CONFIRMATION', START: 'IN_PROGRESS' },
  WAITING_FOR_CONFIRMATION: { CONFIRM: 'IN_PROGRESS', REJECT: 'CANCELLED', EXPIRE: 'CANCELLED' },
  IN_PROGRESS: { SETTLE: 'COMPLETED', SETTLE_ALL_FAILED: 'FAILED' },
  COMPLETED: {},
  FAILED: {},
  CANCELLED: {},
};

/** Null when the trigger does nothing to a job in this status. */
export function nextStatus(from: JobStatus, trigger: JobTrigger): JobStatus | null {
  return MOVES[from][trigger] ?? null;
}

/** The statuses in which a trigger moves a job. */
export function statusesMovedBy(trigger: JobTrigger): JobStatus[] {
  return JOB_STATUSES.filter((status) => nextStatus(status, trigger) !== null);
}

/** Where a job comes to that begins now: its entries exist, and it waits for somebody or runs. */
export function firstStatus(isConfirmedFirst: boolean): JobStatus {
  return follow('PENDING', ['ENTRIES_MADE', isConfirmedFirst ? 'ASK' : 'START']);
}

/** Where a running job ends whose entries are all settled; without entries there was nothing to fail. */
export function settledStatus(entries: { completed: number; failed: number }): JobStatus {
  const isFailed = entries.completed === 0 && entries.failed > 0;
  return follow('IN_PROGRESS', [isFailed ? 'SETTLE_ALL_FAILED' : 'SETTLE']);
}

function follow(from: JobStatus, triggers: readonly JobTrigger[]): JobStatus {
  return triggers.reduce((status, trigger) => {
    const next = nextStatus(status, trigger);
    if (next === null) throw new RangeError(`a job that is ${status} has no move by ${trigger}`);
    return next;
  }, from);
}

export function countPending(job: JobRow): number {
  return job.totalEntries - job.completedEntries - job.failedEntries - job.cancelledEntries;
}

/** The job as it is on the wire. */
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

/** `billed` is the invoice that the entry is about, where it is about one. */
export function describeEntry(entry: JobEntryRow, billed: BilledEntry | null = null) {
  const { entityId, jobId, status, createdAt, metadata } = entry;
  return { entityId, jobId, status, createdAt, metadata: orAbsent(metadata), ...billed };
}

function orAbsent(metadata: Record<string, string>): Record<string, string> | null {
  return Object.keys(metadata).length > 0 ? metadata : null;
}
