import { readClock, realNow } from '#platform/db/clock.ts';
import { databaseProblem } from '#platform/db/failures.ts';
import type { BackgroundParts } from '#platform/jobs/background.ts';
import { type LeasedWorker, startLeasedWork } from '#platform/jobs/leased-work.ts';
import { computeReview, LEASE, type Running } from './compute-review.ts';
import { claimReviews, lockLeasedReview, type ReviewRow, updateReview } from './store/reviews.ts';

/** Per process; each holds a connection. */
const MAX_CONCURRENT = 2;
/** Attempts without progress. */
const MAX_ATTEMPTS = 3;
const RETRY_SECONDS = 5;

/** Computes due reviews of each organization that wakes it, until none is due. */
export function startComputingReviews(parts: BackgroundParts): LeasedWorker {
  return startLeasedWork<ReviewRow>({
    ...{ name: 'draft reviews', ...parts, lease: LEASE, maxConcurrent: MAX_CONCURRENT, perClaim: 1 },
    claim: claimReviews,
    attempt: (org, { id }, held) => attempt({ ...parts, org, id, ...held }),
  });
}

async function attempt(running: Running): Promise<void> {
  try {
    await computeReview(running);
    if (running.signal.aborted) await giveBack(running);
  } catch (error) {
    // Without a database nothing can be stored: the review continues when its lease expires.
    if (databaseProblem(error)?.status === 503) throw error;
    const { logger, org, id } = running;
    logger.error({ err: error, org: org.id, review: id }, 'a draft review could not be computed');
    await putOff(running, error);
  }
}

/** The process is shutting down: another one continues at once. */
async function giveBack(running: Running): Promise<void> {
  const { database, org, id, lease } = running;
  await database.transaction({ orgId: org.orgId, access: 'write' }, async (tx) => {
    if (!(await lockLeasedReview(tx, org, { id, lease }))) return;
    await updateReview(tx, org, { id, set: { lease: null, nextAttemptAt: realNow() } });
  });
}

async function putOff({ database, org, id, lease }: Running, error: unknown): Promise<void> {
  const failureCause = (error instanceof Error ? error.message : String(error)).slice(0, 2000);
  await database.transaction({ orgId: org.orgId, access: 'write' }, async (tx) => {
    const review = await lockLeasedReview(tx, org, { id, lease });
    if (!review) return;
    const attempts = review.attempts + 1;
    const updatedAt = await readClock(tx, org);
    const nextAttemptAt = realNow().add({ seconds: RETRY_SECONDS });
    const failure = 'an internal error; the log of the service has the details. Create another review.';
    const set =
      attempts < MAX_ATTEMPTS
        ? { nextAttemptAt }
        : { status: 'FAILED' as const, failure, nextAttemptAt: null, lease: null };
    await updateReview(tx, org, { id, set: { ...set, attempts, failureCause, updatedAt } });
  });
}
