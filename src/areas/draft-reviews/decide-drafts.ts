import { holdEntries, releaseEntries } from '#areas/jobs/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { lockWaitingRun } from './begin-review.ts';
import { dismiss, storeLevels } from './dismiss-findings.ts';
import { decisionNeedsReason, draftCannotBeApproved, draftNotReviewed, reviewNotReady } from './problems.ts';
import { isDismissible } from './rules.ts';
import type { DecideDraftsRequest } from './schema.ts';
import { deleteDecisions, saveDecisions } from './store/decisions.ts';
import { listDismissals } from './store/dismissals.ts';
import { lockRows, type ReviewedRow } from './store/reviewed-drafts.ts';
import { lockReview, type ReviewRow, raiseVersions } from './store/reviews.ts';
import type { StoredFinding } from './tables.ts';

type Deciding = Pick<Context, 'tx' | 'org' | 'now' | 'actor'>;

/**
 * Approves drafts of a bill run, holds them back, or takes decisions back. Locks in the common order: the
 * job, its review, then the drafts.
 */
export async function decideDrafts(
  context: Deciding,
  { id, jobId }: { id: string; jobId: string },
  request: DecideDraftsRequest,
): Promise<void> {
  const { tx, org, now, actor } = context;
  const { invoiceIds, decision, reason = null } = request;
  const job = await lockWaitingRun(context, jobId);
  const review = (await lockReview(tx, org, id)) as ReviewRow;
  if (review.status !== 'READY') throw reviewNotReady({ id, status: review.status });
  const rows = await lockRows(tx, org, { reviewId: id, invoiceIds });
  const known = new Set(rows.map(({ invoiceId }) => invoiceId));
  const missing = invoiceIds.find((invoiceId) => !known.has(invoiceId));
  if (missing !== undefined) throw draftNotReviewed({ id: missing });
  if (decision === 'HELD' && reason === null)
    throw decisionNeedsReason({ why: 'whoever bills these drafts later has to know why they were held' });
  if (decision === 'APPROVED') await approve(context, rows, reason);
  if (decision === 'HELD') await holdEntries(context, job, invoiceIds);
  else await releaseEntries(context, job, invoiceIds);
  if (decision === 'NONE') await deleteDecisions(tx, org, { jobId, invoiceIds });
  else {
    const by = { decidedBy: actor.credentialId, decidedByName: actor.user?.name ?? null, decidedAt: now };
    await saveDecisions(tx, org, { jobId, invoiceIds, decision, reason, ...by });
  }
  await raiseVersions(tx, org, { ids: [id], now });
}

/** The reason becomes the comment on every open finding. */
async function approve(
  context: Deciding,
  rows: readonly ReviewedRow[],
  reason: string | null,
): Promise<void> {
  const { tx, org } = context;
  const invoiceIds = rows.map(({ invoiceId }) => invoiceId);
  const dismissals = await listDismissals(tx, org, invoiceIds);
  const open = rows.flatMap(({ invoiceId, findings }) =>
    findings
      .filter(({ key }) => !dismissals.get(invoiceId)?.has(key))
      .map((finding) => ({ invoiceId, finding })),
  );
  for (const { invoiceId, finding } of open) requireApprovable(invoiceId, finding, reason);
  if (reason === null || open.length === 0) return;
  await dismiss(context, open, reason);
  await storeLevels(context, invoiceIds);
}

function requireApprovable(id: string, finding: StoredFinding, reason: string | null): void {
  if (!isDismissible(finding)) throw draftCannotBeApproved({ id, why: finding.figures.reason ?? '' });
  if (reason === null && finding.level !== 'INFO')
    throw decisionNeedsReason({ why: `invoice ${id} has an open finding ${finding.rule}` });
}
