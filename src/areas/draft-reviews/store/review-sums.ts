import { type RawBuilder, sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** Drafts of a review in one currency. */
export interface ReviewedTotal {
  currency: string;
  drafts: number;
  amount: Decimal;
  previousAmount: Decimal;
  heldDrafts: number;
  heldAmount: Decimal;
}

/** Drafts of a review by their levels, without those that are held, and by decisions. */
export interface DraftCounts {
  block: number;
  warn: number;
  info: number;
  none: number;
  approved: number;
  held: number;
  computedAt: Temporal.Instant | null;
}

const NONE: DraftCounts = { block: 0, warn: 0, info: 0, none: 0, approved: 0, held: 0, computedAt: null };

export interface ReviewSums {
  counts: DraftCounts;
  totals: ReviewedTotal[];
}

/** The sums over the drafts of each of some reviews. */
export async function sumReviews(
  tx: Tx,
  org: Org,
  reviewIds: readonly string[],
): Promise<{ of(reviewId: string): ReviewSums }> {
  const [counts, totals] = await Promise.all([
    countDrafts(tx, org, reviewIds),
    sumAmounts(tx, org, reviewIds),
  ]);
  const countsOf = new Map(counts.map(({ reviewId, ...each }) => [reviewId, each]));
  const totalsOf = Map.groupBy(totals, ({ reviewId }) => reviewId);
  return {
    of: (id) => ({
      counts: countsOf.get(id) ?? NONE,
      totals: (totalsOf.get(id) ?? []).map(({ reviewId: _, ...total }) => total),
    }),
  };
}

const IS_HELD = sql`v.decision is not distinct from 'HELD'`;

function ofReviews(org: Org, reviewIds: readonly string[]): RawBuilder<unknown> {
  return sql`from draft_reviews r
    join reviewed_drafts d on d.org_id = r.org_id and d.review_id = r.id and d.computed_at is not null
    left join review_decisions v
      on v.org_id = r.org_id and v.job_id = r.job_id and v.invoice_id = d.invoice_id
    where r.org_id = ${org.orgId} and r.id = any(${reviewIds})`;
}

async function countDrafts(tx: Tx, org: Org, reviewIds: readonly string[]) {
  if (reviewIds.length === 0) return [];
  const ofLevel = (level: string) => sql`count(*) filter (where d.level = ${level} and not ${IS_HELD})`;
  const { rows } = await sql<DraftCounts & { reviewId: string }>`
    select r.id as review_id, ${ofLevel('BLOCK')} as block, ${ofLevel('WARN')} as warn,
      ${ofLevel('INFO')} as info, ${ofLevel('NONE')} as none,
      count(*) filter (where v.decision = 'APPROVED') as approved, count(*) filter (where ${IS_HELD}) as held,
      max(d.computed_at) as computed_at
    ${ofReviews(org, reviewIds)} group by r.id`.execute(tx);
  return rows;
}

async function sumAmounts(tx: Tx, org: Org, reviewIds: readonly string[]) {
  if (reviewIds.length === 0) return [];
  const { rows } = await sql<ReviewedTotal & { reviewId: string }>`
    select r.id as review_id, d.currency, count(*) filter (where not ${IS_HELD}) as drafts,
      coalesce(sum(d.amount) filter (where not ${IS_HELD}), 0) as amount,
      coalesce(sum(d.previous_amount) filter (where not ${IS_HELD}), 0) as previous_amount,
      count(*) filter (where ${IS_HELD}) as held_drafts,
      coalesce(sum(d.amount) filter (where ${IS_HELD}), 0) as held_amount
    ${ofReviews(org, reviewIds)} group by r.id, d.currency order by r.id, d.currency`.execute(tx);
  return rows;
}
