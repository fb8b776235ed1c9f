import { type JobRow, lockJob } from '#areas/jobs/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { billRunNotFound, billRunNotWaiting, tooManyReviews } from './problems.ts';
import { SHARED_SECONDS } from './rules.ts';
import type { Selection } from './schema.ts';
import {
  countComputing,
  findRecentReview,
  findReviewOfJob,
  insertReview,
  lockNewReviews,
  type ReviewRow,
  recomputeReview,
} from './store/reviews.ts';

type Begun = Pick<Context, 'tx' | 'org' | 'now'>;

/** The most reviews of drafts as they are now that are computed at a time, per organization. */
const MAX_COMPUTING = 10;

/** Locks a bill run that waits for its confirmation. Raises `billRunNotFound` or `billRunNotWaiting`. */
export async function lockWaitingRun({ tx, org }: Begun, jobId: string): Promise<JobRow> {
  const job = await lockJob(tx, org, jobId);
  if (job?.type !== 'BILL_RUN') throw billRunNotFound({ id: jobId });
  const { id, status } = job;
  if (status !== 'WAITING_FOR_CONFIRMATION') throw billRunNotWaiting({ id, status });
  return job;
}

/** Begins the review of a bill run, or computes it again; one that is being computed goes on. */
export async function reviewBillRun(context: Begun, jobId: string): Promise<ReviewRow> {
  const { tx, org, now } = context;
  await lockWaitingRun(context, jobId);
  const review = await findReviewOfJob(tx, org, jobId);
  if (!review) return insertReview(tx, org, { id: newId('review', now), jobId, selection: {}, now });
  return review.status === 'COMPUTING' ? review : recomputeReview(tx, org, { id: review.id, now });
}

/** Begins a review of drafts as they are now; readers of the same drafts share it. */
export async function reviewDrafts({ tx, org, now }: Begun, selection: Selection): Promise<ReviewRow> {
  await lockNewReviews(tx, org);
  const recent = await findRecentReview(tx, org, { selection, seconds: SHARED_SECONDS });
  if (recent) return recent;
  if ((await countComputing(tx, org)) >= MAX_COMPUTING) throw tooManyReviews({ max: MAX_COMPUTING });
  return insertReview(tx, org, { id: newId('review', now), jobId: null, selection, now });
}
