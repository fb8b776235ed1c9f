import { findVersionErrors, type RateCardRow, type VersionTerms } from '#areas/price-plans/index.ts';
import { checkRuleTargets, type NewRule, ruleInvalid } from '#areas/pricing-rules/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { planInvalid } from './problems.ts';

const MAX_PROBLEMS = 5;

interface CheckedVersion {
  version: VersionTerms;
  cards: readonly RateCardRow[];
  rules: readonly NewRule[];
  /** Path of the rules in the request. */
  rulesPath?: string;
  /** Paths of the cards in the request, by name. */
  paths: ReadonlyMap<string, string>;
  /** Permits billables that are not active yet. */
  isDraft: boolean;
}

/** Rejects a version that could not be billed, so that none is ever stored. */
export async function requireBillable(tx: Tx, org: Org, checked: CheckedVersion): Promise<void> {
  const { version, cards, rules, rulesPath = 'pricingRules', paths, isDraft } = checked;
  const errors = await findVersionErrors(tx, org, { version, cards, isDraft });
  if (errors[0]?.entityType === 'PRICE_PLAN')
    throw planInvalid({ problems: ['pricePlanDetails.pricingCycleConfig: is required for a BILLING plan'] });
  if (errors.length > 0)
    throw planInvalid({
      problems: errors
        .slice(0, MAX_PROBLEMS)
        .map(
          ({ entityId, errorMessage }) =>
            `${paths.get(entityId) ?? `rate card ${entityId}`}: ${errorMessage}`,
        ),
    });
  const missed = checkRuleTargets(rules, cards);
  if (missed.length > 0)
    throw ruleInvalid({
      problems: missed
        .slice(0, MAX_PROBLEMS)
        .map(({ ruleName, message }) => `${rulesPath}: ${ruleName}: ${message}`),
    });
}
