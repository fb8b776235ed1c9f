import { findPlanVersion, listRateCards, type RateCardRow } from '#areas/price-plans/index.ts';
import { listPricingRules, type PricingRuleRow } from '#areas/pricing-rules/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { ScheduleRow } from './store/schedules.ts';

type Priced = Pick<ScheduleRow, 'id' | 'planId' | 'planVersion' | 'overrideReferenceId'>;

/** The cards that price a schedule, in order: its own where it has some, else those of its plan version. */
export async function listScheduleCards(tx: Tx, org: Org, schedule: Priced): Promise<RateCardRow[]> {
  return listRateCards(tx, org, await findPriceReference(tx, org, schedule));
}

/** The rules of a schedule, by timing and order: its own, or those of its plan version. */
export async function listScheduleRules(tx: Tx, org: Org, schedule: Priced): Promise<PricingRuleRow[]> {
  return listPricingRules(tx, org, await findPriceReference(tx, org, schedule));
}

/** What the cards and rules of a schedule stand under. Schedules of one reference are priced alike. */
export async function findPriceReference(tx: Tx, org: Org, schedule: Priced): Promise<string> {
  const { id, planId, planVersion, overrideReferenceId } = schedule;
  if (overrideReferenceId !== null) return overrideReferenceId;
  const plan = await findPlanVersion(tx, org, { planId, version: planVersion });
  if (!plan) throw new Error(`schedule ${id} has no plan version ${planId} ${planVersion}`);
  return plan.referenceId;
}
