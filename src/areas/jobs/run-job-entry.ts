import { sqlState } from '#platform/db/database.ts';
import { databaseProblem } from '#platform/db/failures.ts';
import { inSavepoint } from '#platform/db/idempotency.ts';
import type { StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { Problem } from '#platform/problem.ts';
import { settleWhenDone } from './move-job.ts';
import { planRetry, readText } from './planned-work.ts';
import { type JobEntryRow, lockEntry, updateEntry } from './store/entries.ts';
import { countEntry, holdJob } from './store/jobs.ts';

/** Does what an entry is about, and may say something about it. */
type Perform = (entityId: string) => Promise<Record<string, string> | undefined>;

const MAX_ATTEMPTS = 3;
const MAX_ERROR = 2000;

/**
 * Does one entry of a job. What it performs, its settlement and the end of its scheduled work commit
 * together, so an entry that is run twice, or again after a kill, is performed once; one whose job was
 * cancelled is not performed at all. A refusal (a `Problem`) fails the entry with the refusal's sentence; any
 * other error is tried three times, a minute apart. The last entry settles the job. What `perform` returns is
 * shown with the entry.
 */
export async function runJobEntry(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
  perform: Perform,
): Promise<void> {
  const { tx, org, now } = context;
  const [jobId, entityId] = [readText(payload, 'jobId'), readText(payload, 'entityId')];
  // The job first, as who rejects it does: two that want both never wait for each other.
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
    if (error instanceof Problem) return { status: 'FAILED', metadata: { error: error.message } };
    const lastError = String(error instanceof Error ? error.message : error).slice(0, MAX_ERROR);
    if (entry.attempts < MAX_ATTEMPTS) return { status: 'IN_PROGRESS', lastError };
    // Its words may name tables and rows: they are for operators.
    const words = `internal error; gave up after ${MAX_ATTEMPTS} tries`;
    return { status: 'FAILED', lastError, metadata: { error: words } };
  }
}

/** A race that the database has ended by giving one up, or no database: not the entry's fault. */
function isTransactionLost(error: unknown): boolean {
  return ['40001', '40P01'].includes(sqlState(error)) || databaseProblem(error)?.status === 503;
}
