import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { findCardErrors } from './find-card-errors.ts';
import type { ValidatedEntityError } from './schema.ts';
import type { RateCardRow } from './store/rate-cards.ts';
import type { PlanVersion } from './store/versions.ts';

/** The facts of a version on which its cards depend. */
export type VersionTerms = Pick<
  PlanVersion,
  'planId' | 'referenceId' | 'type' | 'deferredRevenue' | 'pricingCycleConfig' | 'supportedCurrencies'
>;

interface CheckedVersion {
  version: VersionTerms;
  cards: readonly RateCardRow[];
  /** Permits billables that are not active yet. */
  isDraft?: boolean;
}

/**
 * All errors that prevent billing a version with these cards, stored or not: of the plan (entity type
 * PRICE_PLAN) first, then of its cards. Every card must have a price in every supported currency.
 */
export async function findVersionErrors(
  tx: Tx,
  org: Org,
  { version, cards, isDraft = false }: CheckedVersion,
): Promise<ValidatedEntityError[]> {
  const { planId, referenceId, type: planType, deferredRevenue, pricingCycleConfig: cycle } = version;
  const { supportedCurrencies: currencies } = version;
  const plan = { planId, referenceId, planType, deferredRevenue, cycle, currencies };
  const cardErrors = await findCardErrors(tx, org, { ...plan, cards, isDraft });
  if (planType === 'PURCHASE' || cycle) return cardErrors;
  const errorMessage = 'a BILLING plan needs a pricingCycleConfig';
  return [{ referenceId, entityId: planId, entityType: 'PRICE_PLAN', errorMessage }, ...cardErrors];
}
