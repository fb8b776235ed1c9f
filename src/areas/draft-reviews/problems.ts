import { notFoundKind, problemKind } from '#platform/problem.ts';

export const reviewNotFound = notFoundKind('draft review');
export const billRunNotFound = notFoundKind('bill run');
export const reviewNotReady = problemKind(
  'REVIEW_NOT_READY',
  400,
  (d: { id: string; status: string }) =>
    `draft review ${d.id} is ${d.status}; wait until GET /ext/v1/draft_reviews/${d.id} says READY, or ` +
    'create another one',
);
export const reviewExpired = problemKind(
  'REVIEW_EXPIRED',
  400,
  (d: { id: string }) =>
    `draft review ${d.id} is older than a minute, and its amounts may be outdated; create another one ` +
    'with POST /ext/v1/draft_reviews',
);
export const selectionTooLarge = problemKind(
  'SELECTION_TOO_LARGE',
  400,
  (d: { max: number }) => `the selection contains more than ${d.max} drafts; narrow it by bill date or plan`,
);
export const tooManyReviews = problemKind(
  'TOO_MANY_REVIEWS',
  429,
  (d: { max: number }) =>
    `${d.max} draft reviews are already being computed, the maximum; create this one when one of them ` +
    'is READY',
);
export const billRunNotWaiting = problemKind(
  'BILL_RUN_NOT_WAITING',
  400,
  (d: { id: string; status: string }) =>
    `bill run ${d.id} is ${d.status}; only one that is WAITING_FOR_CONFIRMATION can be reviewed`,
);
export const draftNotReviewed = problemKind(
  'DRAFT_NOT_REVIEWED',
  404,
  (d: { id: string }) => `invoice ${d.id} is not among the drafts of this review`,
);
export const decisionNeedsReason = problemKind(
  'DECISION_NEEDS_REASON',
  400,
  (d: { why: string }) => `reason: is required, because ${d.why}`,
);
export const draftCannotBeApproved = problemKind(
  'DRAFT_CANNOT_BE_APPROVED',
  400,
  (d: { id: string; why: string }) =>
    `invoice ${d.id} cannot be approved: ${d.why}; correct the cause, or hold the draft`,
);
export const findingNotFound = problemKind(
  'FINDING_NOT_FOUND',
  404,
  (d: { invoiceId: string }) =>
    `no review of invoice ${d.invoiceId} has this finding now; its figures may have changed`,
);
export const findingNotDismissible = problemKind(
  'FINDING_NOT_DISMISSIBLE',
  400,
  () => 'a draft that cannot be issued needs a correction, not a comment',
);
export const dismissalNotFound = problemKind(
  'DISMISSAL_NOT_FOUND',
  404,
  (d: { invoiceId: string }) => `invoice ${d.invoiceId} has no dismissal with this key`,
);
export const nothingToRetry = problemKind(
  'NOTHING_TO_RETRY',
  400,
  (d: { id: string }) => `bill run ${d.id} has no failed entry whose invoice still waits for a bill run`,
);
