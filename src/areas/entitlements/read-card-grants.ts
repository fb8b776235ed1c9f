import { type RateCardRow, readRecurrence } from '#areas/price-plans/index.ts';
import { listScheduleCards, type ScheduleRow } from '#areas/schedules/index.ts';
import type { Recurrence } from '#core/rating/recurrence.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** What a card grants at the start of each block. */
export interface CardGrant {
  card: Pick<RateCardRow, 'name' | 'type' | 'billableId'>;
  source: 'PRICE_PLAN' | 'OVERAGE';
  featureId: string;
  invoiceTiming: 'IN_ADVANCE' | 'IN_ARREARS';
  recurrence: Recurrence;
  /** Each becomes an entry. */
  windows: GrantWindow[];
}

export interface GrantWindow {
  /** ISO 8601 durations from the start of the block; absent for overage, which lasts for the block. */
  from?: string;
  until?: string;
  /** Decimal text; null: unlimited. */
  limit: string | null;
}

/** The credits that a schedule grants, in card order. */
export async function listCardGrants(tx: Tx, org: Org, schedule: ScheduleRow): Promise<CardGrant[]> {
  return (await listScheduleCards(tx, org, schedule)).flatMap(readCardGrant);
}

function readCardGrant(card: RateCardRow): CardGrant[] {
  const { billingEntitlementRateCard: entitlement, entitlementOverageRateCard: overage } = card.details;
  const { billableId: featureId, invoiceTiming } = card;
  // Granted when the order of its block is paid, not with the cycle.
  if (invoiceTiming === 'PREPAID') return [];
  const common = { card, featureId, invoiceTiming, recurrence: readRecurrence(card) };
  if (overage) return [{ ...common, source: 'OVERAGE', windows: [{ limit: overage.maxQuantity ?? null }] }];
  if (!entitlement) return [];
  const windows = entitlement.featureConfigs.map((config) => ({
    from: config.effectiveFrom ?? 'PT0S',
    until: config.effectiveUntil,
    limit: config.featureCreditLimit,
  }));
  return [{ ...common, source: 'PRICE_PLAN', windows }];
}
