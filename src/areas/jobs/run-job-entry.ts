import { sqlState } from '#platform/db/database.ts';
import { databaseProblem } from '#platform/db/failures.ts';
import { inSavepoint } from '#platform/db/idempotency.ts';
import { readText, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { Problem } from '#platform/problem.ts';
import { settleWhenDone } from './move-job.ts';
import { planRetry } from './planned-work.ts';
import { type JobEntryRow, lockEntry, updateEntry } from './store/entries.ts';
import { countEntry, holdJob } from './store/jobs.ts';

/** Runs an entry, and may return members for its metadata. */
type Perform = (entityId: string) => Promise<Record<string, string> | undefined>;

const MAX_ATTEMPTS = 3;
const MAX_ERROR = 2000;

/**
 * Runs one entry of a job. Its effects, its result and the end of its scheduled work commit together, so an
 * entry that runs twice, or again after a kill, takes effect once; an entry of a cancelled job does not run.
 * A `Problem` fails the entry with the problem's message; any other error is tried three times, a minute
 * apart. The last entry ends the job. The entry shows what `perform` returns.
 */
export async function runJobEntry(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
  perform: Perform,
): Promise<void> {
  const { tx, org, now } = context;
  const [jobId, entityId] = [readText(payload, 'jobId'), readText(payload, 'entityId')];
  // Locks the job before the entry, in the same order as a rejection, which avoids a deadlock.
  const job = await holdJob(tx, org, jobId);
  const entry = job && (await lockEntry(tx, org, { jobId, entityId }));
  if (job?.status !== 'IN_PROGRESS' || !entry || !isOpen(entry)) return;
  // step: an entry is locked
  const attempts = entry.attempts + 1;
  const ending = await tryEntry(context, { entityId, attempts, perform });
  await updateEntry(tx, entry, { ...ending, attempts, updatedAt: now });
  // step: an entry is noted
  if (ending.status === 'IN_PROGRESS') return planRetry(context, job, entityId);
  await settleWhenDone(context, await countEntry(tx, org, { jobId, now, status: ending.status }));
  // step: an entry is counted
}

function isOpen({ status }: JobEntryRow): boolean {
  return status === 'PENDING' || status === 'IN_PROGRESS';
}

interface Ending {
  status: 'COMPLETED' | 'FAILED' | 'IN_PROGRESS';
  lastError?: string;
  metadata?: Record<string, string>;
}

async function tryEntry(
  { tx }: ScheduledWorkContext,
  entry: { entityId: string; attempts: number; perform: Perform },
): Promise<Ending> {
  try {
    const metadata = await inSavepoint(tx, () => entry.perform(entry.entityId));
    return { status: 'COMPLETED', ...(metadata && { metadata }) };
  } catch (error) {
    if (isTransactionLost(error)) throw error;
    if (error instanceof Problem) return { status: 'FAILED', metadata: describeFailure(error) };
    const lastError = String(error instanceof Error ? error.message : error).slice(0, MAX_ERROR);
    if (entry.attempts < MAX_ATTEMPTS) return { status: 'IN_PROGRESS', lastError };
    // Its message may name tables and rows, which only operators may see.
    const words = `internal error; gave up after ${MAX_ATTEMPTS} attempts`;
    return { status: 'FAILED', lastError, metadata: { error: words } };
  }
}

/** A failure with members of its own, such as the two amounts of an invoice that has changed. */
export class EntryFailure extends Problem {
  readonly members: Readonly<Record<string, string>>;

  constructor({ code, status, message }: Problem, members: Readonly<Record<string, string>>) {
    super(code, status, { message });
    this.members = members;
  }
}

function describeFailure(error: Problem): Record<string, string> {
  const members = error instanceof EntryFailure ? { errorCode: error.code, ...error.members } : {};
  return { error: error.message, ...members };
}

/** A serialization failure, a deadlock, or no database: not the entry's fault. */
function isTransactionLost(error: unknown): boolean {
  return ['40001', '40P01'].includes(sqlState(error)) || databaseProblem(error)?.status === 503;
}
