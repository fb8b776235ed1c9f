import { operation } from '#platform/http/operation.ts';
import { invalidRequest } from '#platform/problem.ts';
import { reviewBillRun, reviewDrafts } from '../begin-review.ts';
import { showReview } from '../describe-review.ts';
import { billRunNotFound, billRunNotWaiting, tooManyReviews } from '../problems.ts';
import { CreateDraftReviewRequest, DraftReview } from '../schema.ts';

export const createDraftReview = operation({
  id: 'createDraftReview',
  method: 'POST',
  route: '/ext/v1/draft_reviews',
  scope: 'invoices:write',
  summary: 'Review drafts before they are issued',
  description:
    'Computes the amount of each draft in the background, compares it with the previous cycle, and checks ' +
    'it by the rules of the setting INVOICE_CHECKS. A review of drafts as they are now can be read for a ' +
    'minute. A review of a bill run fixes the amounts: a draft that changes afterwards is not issued. At ' +
    'most 10,000 drafts.',
  request: { body: CreateDraftReviewRequest, isBodyOptional: true },
  response: { status: 201, body: DraftReview },
  problems: [billRunNotFound, billRunNotWaiting, tooManyReviews],
  async handle(context, { body = {} }) {
    const { jobId, selection } = body;
    if (jobId !== undefined && selection !== undefined)
      throw invalidRequest({ problems: ['selection: the drafts of a bill run were selected with it'] });
    if (jobId !== undefined) return showReview(context, await reviewBillRun(context, jobId));
    const { billDateFrom, billDateUntil, ...others } = selection ?? {};
    const review = await reviewDrafts(context, {
      ...others,
      ...(billDateFrom && { billDateFrom: billDateFrom.toString() }),
      ...(billDateUntil && { billDateUntil: billDateUntil.toString() }),
    });
    return showReview(context, review);
  },
});
