import { findCardErrors, type ValidatedEntityError } from '#areas/price-plans/index.ts';
import { checkRuleTargets } from '#areas/pricing-rules/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Prices } from './read-prices.ts';
import type { PlannedSchedule } from './store/schedules.ts';

/**
 * Why the cards and rules of a schedule cannot be rated. An override is for one account, so it needs prices
 * only in the account's currency.
 */
export async function findPriceErrors(
  tx: Tx,
  org: Org,
  checked: {
    schedule: PlannedSchedule;
    prices: Prices;
    currency: string;
    /** Permits cards whose billables have become inactive. */
    isLenient?: boolean;
  },
): Promise<ValidatedEntityError[]> {
  const { schedule, prices, currency } = checked;
  const { id: referenceId, planId, deferredRevenue, cycleConfig: cycle, overrideReferenceId } = schedule;
  const { cards, rules } = prices;
  const cardErrors = await findCardErrors(tx, org, {
    ...{ referenceId, planId, deferredRevenue, cycle, cards },
    planType: 'BILLING',
    isDraft: checked.isLenient ?? false,
    currencies: overrideReferenceId === null ? schedule.supportedCurrencies : [currency],
  });
  const ruleErrors = checkRuleTargets(rules, cards).map(({ ruleName, message }) => ({
    ...{ referenceId, entityId: ruleName, entityType: 'PRICING_RULE' },
    errorMessage: message,
  }));
  return [...cardErrors, ...ruleErrors];
}
