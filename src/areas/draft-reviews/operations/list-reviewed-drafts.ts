import { getOrganization } from '#areas/organizations/index.ts';
import { operation } from '#platform/http/operation.ts';
import { describeDraft } from '../describe-review.ts';
import { reviewExpired, reviewNotFound, reviewNotReady } from '../problems.ts';
import { FRESH_SECONDS } from '../rules.ts';
import { ReviewedDraftPage, ReviewParams } from '../schema.ts';
import { listDismissals } from '../store/dismissals.ts';
import { listRows, reviewedDraftList, sumRows } from '../store/reviewed-drafts.ts';
import { findReview, isExpired } from '../store/reviews.ts';

export const listReviewedDrafts = operation({
  id: 'listReviewedDrafts',
  method: 'GET',
  route: '/ext/v1/draft_reviews/{review_id}/drafts',
  scope: 'invoices:read',
  summary: 'List the drafts of a review with their findings',
  description:
    'By default the gravest level comes first, and within a level the largest change since the previous ' +
    'cycle. The totals cover all drafts that match the filters, and are the sums of their rows. No row is ' +
    'older than a minute, unless the review is of a bill run.',
  request: { params: ReviewParams },
  response: { status: 200, body: ReviewedDraftPage },
  problems: [reviewNotFound, reviewNotReady, reviewExpired],
  list: reviewedDraftList,
  async handle({ tx, org }, { params, page }) {
    const review = await findReview(tx, org, params.review_id);
    if (!review) throw reviewNotFound({ id: params.review_id });
    const { id, jobId, status } = review;
    if (status !== 'READY') throw reviewNotReady({ id, status });
    if (jobId === null && (await isExpired(tx, review, FRESH_SECONDS))) throw reviewExpired({ id });
    const { timezone: timeZone } = await getOrganization(tx, org);
    const wanted = { reviewId: id, jobId, page, timeZone };
    const [{ rows, nextToken }, totals] = await Promise.all([
      listRows(tx, org, wanted),
      sumRows(tx, org, wanted),
    ]);
    const invoiceIds = rows.map(({ invoiceId }) => invoiceId);
    const dismissals = await listDismissals(tx, org, invoiceIds);
    return { data: rows.map((row) => describeDraft(row, dismissals.get(row.invoiceId))), nextToken, totals };
  },
});
