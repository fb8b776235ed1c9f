import {
  findPlanVersion,
  listRateCards,
  type PlanVersion,
  type RateCardRow,
} from '#areas/price-plans/index.ts';
import { listPricingRules, type PricingRuleRow } from '#areas/pricing-rules/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { ScheduleRow } from './store/schedules.ts';

type Priced = Pick<ScheduleRow, 'id' | 'planId' | 'planVersion' | 'overrideReferenceId'>;

/** The cards of a schedule, in order: its own if it has any, else those of its plan version. */
export async function listScheduleCards(tx: Tx, org: Org, schedule: Priced): Promise<RateCardRow[]> {
  return listRateCards(tx, org, await findPriceReference(tx, org, schedule));
}

/** The rules of a schedule, by timing and order: its own, or those of its plan version. */
export async function listScheduleRules(tx: Tx, org: Org, schedule: Priced): Promise<PricingRuleRow[]> {
  return listPricingRules(tx, org, await findPriceReference(tx, org, schedule));
}

/** The reference of a schedule's cards and rules. Schedules with equal references have equal prices. */
export async function findPriceReference(tx: Tx, org: Org, schedule: Priced): Promise<string> {
  return schedule.overrideReferenceId ?? (await getPlan(tx, org, schedule)).referenceId;
}

/** Plan version, cards and rules of a schedule; reads the version once for all three. */
export async function readSchedulePrices(
  tx: Tx,
  org: Org,
  schedule: Priced,
): Promise<{ plan: PlanVersion; cards: RateCardRow[]; rules: PricingRuleRow[] }> {
  const plan = await getPlan(tx, org, schedule);
  const reference = schedule.overrideReferenceId ?? plan.referenceId;
  const [cards, rules] = await Promise.all([
    listRateCards(tx, org, reference),
    listPricingRules(tx, org, reference),
  ]);
  return { plan, cards, rules };
}

async function getPlan(tx: Tx, org: Org, { id, planId, planVersion }: Priced): Promise<PlanVersion> {
  const plan = await findPlanVersion(tx, org, { planId, version: planVersion });
  if (!plan) throw new Error(`schedule ${id} has no plan version ${planId} ${planVersion}`);
  return plan;
}
