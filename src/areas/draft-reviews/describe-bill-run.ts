import { countPending, type JobRow } from '#areas/jobs/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { describeReview } from './describe-review.ts';
import { countWaiting, type IssuedSum, sumIssued } from './store/bill-runs.ts';
import { type ReviewSums, sumReviews } from './store/review-sums.ts';
import { listReviewsOfJobs, type ReviewRow } from './store/reviews.ts';

/** The wire shapes of bill runs, in their order, by a fixed number of statements. */
export async function describeBillRuns({ tx, org }: Pick<Context, 'tx' | 'org'>, jobs: readonly JobRow[]) {
  const jobIds = jobs.map(({ id }) => id);
  const [reviews, issued, waiting] = await Promise.all([
    listReviewsOfJobs(tx, org, jobIds),
    sumIssued(tx, org, jobIds),
    countWaiting(tx, org, jobIds),
  ]);
  const sums = await sumReviews(
    tx,
    org,
    reviews.map(({ id }) => id),
  );
  const reviewOf = new Map(reviews.map((review) => [review.jobId, review]));
  const issuedBy = Map.groupBy(issued, ({ jobId }) => jobId);
  return jobs.map((job) => {
    const review = reviewOf.get(job.id) ?? null;
    return describeOne(job, {
      ...{ review, sums: review && sums.of(review.id) },
      ...{ issued: issuedBy.get(job.id) ?? [], waitingForHooks: waiting.get(job.id) ?? 0 },
    });
  });
}

interface Known {
  review: ReviewRow | null;
  sums: ReviewSums | null;
  issued: readonly IssuedSum[];
  waitingForHooks: number;
}

function describeOne(job: JobRow, { review, sums, issued, waitingForHooks }: Known) {
  const { requestedBy, confirmedBy, rejectedBy, retryOf } = job.metadata;
  return {
    ...{ id: job.id, status: job.status, requestedBy, confirmedBy, rejectedBy, retryOf },
    ...{ decidedByName: job.decidedByName, decidedAt: job.decidedAt },
    ...{ createdAt: job.createdAt, settledAt: job.settledAt },
    ...{ totalEntries: job.totalEntries, pendingEntries: countPending(job) },
    ...{ completedEntries: job.completedEntries, failedEntries: job.failedEntries },
    ...{ heldEntries: job.cancelledEntries, waitingForHooks },
    issued: issued.map(({ currency, invoices, amount }) => ({ currency, invoices, amount })),
    review: review && sums && describeReview(review, sums),
  };
}
