import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { findCardErrors } from './find-card-errors.ts';
import { findRuleErrors } from './find-rule-errors.ts';
import type { ValidatedEntityError } from './schema.ts';
import { listRateCards } from './store/rate-cards.ts';
import type { PlanVersion } from './store/versions.ts';

/** All errors that prevent finalizing a version; a draft may have errors while it is edited. */
export async function findPlanErrors(
  tx: Tx,
  org: Org,
  version: PlanVersion,
): Promise<ValidatedEntityError[]> {
  const { referenceId, planId, type: planType, deferredRevenue, pricingCycleConfig } = version;
  const cards = await listRateCards(tx, org, referenceId);
  const cardErrors = await findCardErrors(tx, org, {
    ...{ referenceId, planId, planType, deferredRevenue, cards },
    currencies: version.supportedCurrencies,
    cycle: pricingCycleConfig,
  });
  const errors = [...cardErrors, ...(await findRuleErrors(tx, org, { version, cards }))];
  if (planType === 'PURCHASE' || pricingCycleConfig) return errors;
  const errorMessage = 'a BILLING plan needs a pricingCycleConfig';
  return [{ referenceId, entityId: planId, entityType: 'PRICE_PLAN', errorMessage }, ...errors];
}
