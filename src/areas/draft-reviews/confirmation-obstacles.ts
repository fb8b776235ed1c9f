import { REVIEWED_AMOUNTS, type ReviewedAmount } from '#areas/invoices/index.ts';
import {
  CONFIRMATION_OBSTACLES,
  type ConfirmedJob,
  reviewBlocks,
  reviewChanged,
  reviewMissing,
} from '#areas/jobs/index.ts';
import { findOrgSetting } from '#areas/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { portHandler } from '#platform/ports.ts';
import type { Problem } from '#platform/problem.ts';
import { sumReviews } from './store/review-sums.ts';
import { listReviewedAmounts } from './store/reviewed-drafts.ts';
import { findReviewOfJob, lockReview, type ReviewRow } from './store/reviews.ts';

/** Tells the jobs area why a bill run must not be confirmed. */
export const confirmationObstacles = portHandler(CONFIRMATION_OBSTACLES, (tx, org, jobs) =>
  Promise.all(jobs.map((job) => findObstacle(tx, org, job))),
);

async function findObstacle(
  tx: Tx,
  org: Org,
  { jobId: id, reviewVersion }: ConfirmedJob,
): Promise<Problem | null> {
  const found = await findReviewOfJob(tx, org, id);
  if (!found) {
    const isRequired = (await findOrgSetting(tx, org, 'BILL_RUN_REVIEW')) === 'REQUIRED';
    return isRequired || reviewVersion !== null ? reviewMissing({ id }) : null;
  }
  // Its findings and decisions stay as they are until the confirmation is committed.
  const review = (await lockReview(tx, org, found.id)) as ReviewRow;
  if (review.status !== 'READY') return reviewMissing({ id });
  if (reviewVersion !== null && reviewVersion !== review.version)
    return reviewChanged({ version: reviewVersion, current: review.version });
  const { block } = (await sumReviews(tx, org, [review.id])).of(review.id).counts;
  return block > 0 ? reviewBlocks({ id, drafts: block }) : null;
}

/** Tells the invoices area what a draft was reviewed with. */
export const reviewedAmounts = portHandler(REVIEWED_AMOUNTS, async (tx, org, entries) => {
  const found = new Map<string, ReviewedAmount>();
  for (const [jobId, ofJob] of Map.groupBy(entries, (entry) => entry.jobId)) {
    const invoiceIds = ofJob.map(({ invoiceId }) => invoiceId);
    for (const { invoiceId, amount, currency, digest } of await listReviewedAmounts(tx, org, {
      jobId,
      invoiceIds,
    }))
      if (amount && digest) found.set(`${jobId} ${invoiceId}`, { amount, currency, digest });
  }
  return entries.map(({ jobId, invoiceId }) => found.get(`${jobId} ${invoiceId}`) ?? null);
});
