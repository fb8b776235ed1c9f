import { getOrganization } from '#areas/organizations/index.ts';
import { startOfDay } from '#core/period-zone.ts';
import { readClock, realNow } from '#platform/db/clock.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Logger } from '#platform/http/server.ts';
import { computeDrafts } from './compute-drafts.ts';
import { selectionTooLarge } from './problems.ts';
import { MAX_DRAFTS } from './rules.ts';
import { deleteDecisions } from './store/decisions.ts';
import { deleteRows, updateRows } from './store/reviewed-drafts.ts';
import { lockLeasedReview, type ReviewRow, updateReview } from './store/reviews.ts';
import { type DraftCondition, listNextDrafts, selectDrafts } from './store/selected-drafts.ts';

/** A review that this process computes until its lease expires. */
export interface Running {
  database: Database;
  logger: Logger;
  org: Org;
  id: string;
  lease: string;
  /** Stops it between two transactions; another process continues. */
  signal: AbortSignal;
}

/** Longer than a transaction takes, which renews the lease. */
export const LEASE = { seconds: 30 } as const;
/** Accounts per transaction, whose drafts are locked while a bill run is reviewed. */
const ACCOUNTS = 50;

/**
 * Selects the drafts of a review, and computes them account by account. Each transaction commits its drafts
 * with the progress, so a review continues wherever a process dies.
 */
export async function computeReview(running: Running): Promise<void> {
  let isGoingOn = await inTransaction(running, begin);
  while (isGoingOn && !running.signal.aborted) isGoingOn = await inTransaction(running, computeSome);
}

interface Step {
  tx: Tx;
  org: Org;
  now: Temporal.Instant;
  review: ReviewRow;
}

/** False if another process has the review, or the step was the last one. */
function inTransaction(running: Running, step: (context: Step) => Promise<boolean>): Promise<boolean> {
  const { database, org, id, lease } = running;
  const actor = { type: 'SYSTEM', id: 'draft_reviews.compute' } as const;
  return database.transaction({ orgId: org.orgId, access: 'write', actor }, async (tx) => {
    const review = await lockLeasedReview(tx, org, { id, lease });
    if (!review) return false;
    return step({ tx, org, review, now: await readClock(tx, org) });
  });
}

/** Selects the drafts, unless an earlier process has; from now on no row is older than `begunAt`. */
async function begin({ tx, org, now, review }: Step): Promise<boolean> {
  if (review.begunAt !== null) return true;
  const condition = await conditionOf({ tx, org, now, review });
  const totalDrafts = await selectDrafts(tx, org, { reviewId: review.id, condition, max: MAX_DRAFTS });
  const set = { updatedAt: now, begunAt: realNow(), totalDrafts };
  if (totalDrafts <= MAX_DRAFTS) {
    await updateReview(tx, org, { id: review.id, set: { ...set, nextAttemptAt: realNow().add(LEASE) } });
    return true;
  }
  const { message } = selectionTooLarge({ max: MAX_DRAFTS });
  const failed = { status: 'FAILED', failure: message, nextAttemptAt: null, lease: null } as const;
  await updateReview(tx, org, { id: review.id, set: { ...set, ...failed } });
  return false;
}

async function conditionOf({ tx, org, now, review }: Step): Promise<DraftCondition> {
  const { billDateFrom, billDateUntil, isPending, ...others } = review.selection;
  const { timezone } = await getOrganization(tx, org);
  const dayStart = (day: string | undefined) =>
    day === undefined ? undefined : startOfDay(Temporal.PlainDate.from(day), timezone);
  return {
    ...{ ...others, jobId: review.jobId },
    billedFrom: dayStart(billDateFrom),
    billedUntil: dayStart(billDateUntil),
    pendingAt: isPending ? now : undefined,
  };
}

async function computeSome({ tx, org, now, review }: Step): Promise<boolean> {
  const { id: reviewId, jobId } = review;
  const next = await listNextDrafts(tx, org, { reviewId, accounts: ACCOUNTS });
  if (next.length === 0) {
    const set = { status: 'READY', updatedAt: now, nextAttemptAt: null, lease: null } as const;
    await updateReview(tx, org, { id: reviewId, set });
    return false;
  }
  const rows = await computeDrafts({ tx, org, now }, next, { isFrozen: jobId !== null });
  const computed = new Set(rows.map(({ invoiceId }) => invoiceId));
  const gone = next.map(({ invoiceId }) => invoiceId).filter((id) => !computed.has(id));
  await deleteRows(tx, org, { reviewId, invoiceIds: gone });
  const changed = await updateRows(tx, org, { reviewId, now, rows });
  // Somebody approved another amount.
  if (jobId !== null) await deleteDecisions(tx, org, { jobId, invoiceIds: changed, decision: 'APPROVED' });
  const set = { attempts: 0, updatedAt: now, nextAttemptAt: realNow().add(LEASE) };
  await updateReview(tx, org, { id: reviewId, set, computed: next.length });
  // step: drafts of a review are computed
  return true;
}
