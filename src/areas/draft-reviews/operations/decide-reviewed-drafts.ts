import { operation } from '#platform/http/operation.ts';
import { decideDrafts } from '../decide-drafts.ts';
import { showReview } from '../describe-review.ts';
import {
  billRunNotFound,
  billRunNotWaiting,
  decisionNeedsReason,
  draftCannotBeApproved,
  draftNotReviewed,
  reviewNotFound,
  reviewNotReady,
} from '../problems.ts';
import { DecideDraftsRequest, DraftReview, ReviewParams } from '../schema.ts';
import { findReview, type ReviewRow } from '../store/reviews.ts';

export const decideReviewedDrafts = operation({
  id: 'decideReviewedDrafts',
  method: 'POST',
  route: '/ext/v1/draft_reviews/{review_id}/decisions',
  scope: 'invoices:write',
  summary: 'Approve drafts of a bill run, or hold them back',
  description:
    'A draft that is held stays a draft, and waits for the next bill run. Decisions and their reasons are ' +
    'in the audit log, with the name of the person. Drafts need no approval to be issued.',
  request: { params: ReviewParams, body: DecideDraftsRequest },
  response: { status: 200, body: DraftReview },
  problems: [
    ...[reviewNotFound, reviewNotReady, billRunNotFound, billRunNotWaiting, draftNotReviewed],
    ...[decisionNeedsReason, draftCannotBeApproved],
  ],
  async handle(context, { params, body }) {
    const { tx, org } = context;
    const id = params.review_id;
    const jobId = (await findReview(tx, org, id))?.jobId ?? null;
    // Without a bill run there is nothing to decide: the review is gone in a minute.
    if (jobId === null) throw reviewNotFound({ id });
    await decideDrafts(context, { id, jobId }, body);
    return showReview(context, (await findReview(tx, org, id)) as ReviewRow);
  },
});
