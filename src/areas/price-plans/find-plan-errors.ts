import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { type Billable, billableKey, findBillables } from './find-billables.ts';
import { pricedCurrencies } from './rules.ts';
import type { ValidatedEntityError } from './schema.ts';
import { listRateCards, type RateCardRow } from './store/rate-cards.ts';
import type { PlanVersion } from './store/versions.ts';

/** Everything that keeps a version from being finalized; a draft may have errors while it is edited. */
export async function findPlanErrors(
  tx: Tx,
  org: Org,
  version: PlanVersion,
): Promise<ValidatedEntityError[]> {
  const cards = await listRateCards(tx, org, version.referenceId);
  const billables = await findBillables(tx, org, cards);
  return listErrors(version, cards, billables);
}

/** From facts already read. */
function listErrors(
  version: PlanVersion,
  cards: readonly RateCardRow[],
  billables: ReadonlyMap<string, Billable>,
): ValidatedEntityError[] {
  const { referenceId } = version;
  const errors: ValidatedEntityError[] = [];
  if (version.type === 'BILLING' && !version.pricingCycleConfig)
    errors.push({
      referenceId,
      entityId: version.planId,
      entityType: 'PRICE_PLAN',
      errorMessage: 'a BILLING plan needs a pricingCycleConfig',
    });
  const priced = new Set<string>();
  for (const card of cards) {
    const key = billableKey(card);
    const messages = [
      ...checkCurrencies(version, card),
      ...checkBillable(card, billables.get(key)),
      ...checkPlanType(version, card),
      ...(priced.has(key) ? [`${card.billableId} is priced by another card already`] : []),
    ];
    priced.add(key);
    for (const errorMessage of messages)
      errors.push({ referenceId, entityId: card.name, entityType: 'RATE_CARD', errorMessage });
  }
  return errors;
}

/** Every card prices every currency of the plan. */
function checkCurrencies(version: PlanVersion, card: RateCardRow): string[] {
  const priced = pricedCurrencies(card);
  const missing = version.supportedCurrencies.filter((currency) => !priced.includes(currency));
  return missing.length === 0 ? [] : [`has no price in ${missing.join(', ')}`];
}

const NOUNS = {
  USAGE: 'usage meter',
  FIXED_FEE: 'add-on',
  BILLING_ENTITLEMENT: 'feature',
  ENTITLEMENT_OVERAGE: 'feature',
} as const;

function checkBillable(card: RateCardRow, billable: Billable | undefined): string[] {
  const noun = NOUNS[card.type];
  if (!billable) return [`${noun} ${card.billableId} does not exist`];
  const problems: string[] = [];
  if (billable.status !== 'ACTIVE')
    problems.push(`${noun} ${card.billableId} is ${billable.status} and not ACTIVE`);
  if (card.type === 'FIXED_FEE' && billable.addOnType !== 'FIXED_FEE')
    problems.push(`add-on ${card.billableId} is of type ${billable.addOnType} and not FIXED_FEE`);
  return problems;
}

/** A one-time plan has no cycles; deferred revenue knows no fee before its cycle has ended. */
function checkPlanType(version: PlanVersion, card: RateCardRow): string[] {
  const problems: string[] = [];
  const isOneTime = card.details.fixedFeeRateCard?.type === 'ONE_TIME';
  if (version.type === 'PURCHASE' && !isOneTime)
    problems.push('a PURCHASE plan has fixed fees of type ONE_TIME only');
  if (version.deferredRevenue && NOUNS[card.type] === 'feature')
    problems.push(`a plan with deferred revenue has no ${card.type} card`);
  else if (version.deferredRevenue && card.invoiceTiming === 'IN_ADVANCE')
    problems.push('a plan with deferred revenue has no card that is invoiced IN_ADVANCE');
  return problems;
}
