import { operation } from '#platform/http/operation.ts';
import { showReview } from '../describe-review.ts';
import { reviewNotFound } from '../problems.ts';
import { DraftReview, ReviewParams } from '../schema.ts';
import { findReview } from '../store/reviews.ts';

export const getDraftReview = operation({
  id: 'getDraftReview',
  method: 'GET',
  route: '/ext/v1/draft_reviews/{review_id}',
  scope: 'invoices:read',
  summary: 'Get a draft review with its progress and its totals',
  request: { params: ReviewParams },
  response: { status: 200, body: DraftReview },
  problems: [reviewNotFound],
  async handle(context, { params }) {
    const review = await findReview(context.tx, context.org, params.review_id);
    if (!review) throw reviewNotFound({ id: params.review_id });
    return showReview(context, review);
  },
});
