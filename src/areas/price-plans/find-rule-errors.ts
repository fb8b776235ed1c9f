import { checkRuleTargets, listPricingRules } from '#areas/pricing-rules/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { ValidatedEntityError } from './schema.ts';
import type { RateCardRow } from './store/rate-cards.ts';
import type { PlanVersion } from './store/versions.ts';

/** Why the pricing rules of a version cannot be evaluated with its cards. */
export async function findRuleErrors(
  tx: Tx,
  org: Org,
  { version, cards }: { version: PlanVersion; cards: readonly RateCardRow[] },
): Promise<ValidatedEntityError[]> {
  const { referenceId, type } = version;
  const rules = await listPricingRules(tx, org, referenceId);
  const errors =
    type === 'PURCHASE'
      ? rules.map(({ name }) => ({ ruleName: name, message: 'a PURCHASE plan cannot have pricing rules' }))
      : checkRuleTargets(rules, cards);
  return errors.map(({ ruleName, message }) => ({
    ...{ referenceId, entityId: ruleName, entityType: 'PRICING_RULE' },
    errorMessage: message,
  }));
}
