import { decimal } from '#core/decimal.ts';
import { describeFinding } from '#core/invoice-checks/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { deltaOf, FRESH_SECONDS, percentOf } from './rules.ts';
import type { DismissalRow } from './store/dismissals.ts';
import { type ReviewSums, sumReviews } from './store/review-sums.ts';
import type { ListedDraft } from './store/reviewed-drafts.ts';
import type { ReviewRow } from './store/reviews.ts';
import type { StoredFinding } from './tables.ts';

/** The wire shape of a review, with the sums over its drafts. */
export async function showReview({ tx, org }: Pick<Context, 'tx' | 'org'>, review: ReviewRow) {
  const sums = await sumReviews(tx, org, [review.id]);
  return describeReview(review, sums.of(review.id));
}

export function describeReview(review: ReviewRow, { counts, totals }: ReviewSums) {
  const { approved, held, computedAt, ...levels } = counts;
  const { billDateFrom, billDateUntil, ...selection } = review.selection;
  const dayOf = (day: string | undefined) => (day === undefined ? null : Temporal.PlainDate.from(day));
  return {
    ...{ id: review.id, jobId: review.jobId, status: review.status, version: review.version },
    selection: {
      ...{ billDateFrom: dayOf(billDateFrom), billDateUntil: dayOf(billDateUntil) },
      ...selection,
    },
    ...{ totalDrafts: review.totalDrafts, computedDrafts: review.computedDrafts },
    ...{ levels, approvedDrafts: approved, heldDrafts: held, totals },
    ...{ failureReason: review.failure, createdAt: review.createdAt, computedAt },
    expiresAt:
      review.jobId === null && review.begunAt ? review.begunAt.add({ seconds: FRESH_SECONDS }) : null,
  };
}

/** The wire shape of a reviewed draft. */
export function describeDraft(row: ListedDraft, dismissals: ReadonlyMap<string, DismissalRow> | undefined) {
  return {
    ...{ invoiceId: row.invoiceId, invoiceType: row.invoiceType },
    ...{ accountId: row.accountId, accountName: orAbsent(row.accountName) },
    ...{ customerId: row.customerId, customerName: orAbsent(row.customerName) },
    ...{ groupId: row.groupId, groupName: orAbsent(row.groupName) },
    ...{ pricePlanId: row.planId, pricePlanName: row.planName },
    ...{ currency: row.currency, billDate: row.invoiceDate, startDate: row.startAt, endDate: row.endAt },
    ...{ amount: row.amount, previousInvoiceId: row.previousInvoiceId, previousAmount: row.previousAmount },
    delta: deltaOf(row.amount, row.previousAmount),
    deltaPercent: percentOf(row.amount, row.previousAmount),
    ...{ replacedAmount: row.replacedAmount, level: row.level },
    findings: row.findings.map((finding) => describeOne(finding, dismissals?.get(finding.key))),
    ...{ decision: describeDecision(row), comments: row.comments, entry: describeEntry(row) },
    computedAt: row.computedAt,
  };
}

function describeOne(finding: StoredFinding, dismissal: DismissalRow | undefined) {
  const { rule, level, key, subject, figures } = finding;
  return {
    ...{ rule, level, key, subject, message: describeFinding(finding), figures },
    dismissal: dismissal && {
      ...{ comment: dismissal.comment, by: dismissal.dismissedBy, byName: dismissal.dismissedByName },
      at: dismissal.dismissedAt,
    },
  };
}

function describeDecision({
  decision,
  reason,
  decidedBy: by,
  decidedByName: byName,
  decidedAt: at,
}: ListedDraft) {
  return decision && by && at ? { decision, reason, by, byName, at } : null;
}

/** What became of the entry of a bill run; nothing for drafts as they are now. */
function describeEntry(row: ListedDraft) {
  const {
    entryStatus: status,
    entryMetadata,
    invoiceStatus,
    finalizingStatus,
    sequenceId,
    issuedAmount,
  } = row;
  if (!status) return null;
  const { error, errorCode, currentAmount } = entryMetadata ?? {};
  return {
    ...{ status, error, errorCode },
    currentAmount: currentAmount === undefined ? null : decimal(currentAmount),
    ...{ invoiceStatus, finalizingStatus, invoiceNumber: sequenceId, issuedAmount },
  };
}

function orAbsent(name: string): string | null {
  return name === '' ? null : name;
}
