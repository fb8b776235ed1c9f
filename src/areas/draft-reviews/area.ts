import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { startComputingReviews } from './compute-reviews.ts';
import { confirmationObstacles, reviewedAmounts } from './confirmation-obstacles.ts';
import { createDraftReview } from './operations/create-draft-review.ts';
import { createInvoiceComment } from './operations/create-invoice-comment.ts';
import { decideReviewedDrafts } from './operations/decide-reviewed-drafts.ts';
import { dismissFinding } from './operations/dismiss-finding.ts';
import { getBillRun } from './operations/get-bill-run.ts';
import { getDraftReview } from './operations/get-draft-review.ts';
import { listBillRuns } from './operations/list-bill-runs.ts';
import { listInvoiceComments } from './operations/list-invoice-comments.ts';
import { listReviewedDrafts } from './operations/list-reviewed-drafts.ts';
import { restoreFinding } from './operations/restore-finding.ts';
import { retryBillRun } from './operations/retry-bill-run.ts';
import { purgePassedReviews } from './purge-passed-reviews.ts';
import { COMPUTE_REVIEWS } from './store/reviews.ts';

/** Drafts before they are issued: amounts, findings, decisions, and the bill runs that issue them. */
export const draftReviews: Area = {
  name: 'draft-reviews',
  title: 'Draft reviews',
  operations: [
    createDraftReview,
    getDraftReview,
    listReviewedDrafts,
    decideReviewedDrafts,
    dismissFinding,
    restoreFinding,
    createInvoiceComment,
    listInvoiceComments,
    listBillRuns,
    getBillRun,
    retryBillRun,
  ],
  portHandlers: [confirmationObstacles, reviewedAmounts],
  everyMinute: purgePassedReviews,
  background: { task: COMPUTE_REVIEWS, start: startComputingReviews },
};
