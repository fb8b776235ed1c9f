import { nameInterval, type PricingCycleConfig } from '#core/period-config.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { cardTypeOf } from './card-types.ts';
import { findKnownPriceProblems } from './check-known-prices.ts';
import { findPriceMeterProblems } from './check-price-meters.ts';
import { isShorterThanCycle } from './check-usage-cycle.ts';
import { type Billable, billableKey, findBillables } from './find-billables.ts';
import { findUnknownEntities, grantedFor } from './find-unknown-entities.ts';
import { pricedCurrencies } from './rules.ts';
import type { ValidatedEntityError } from './schema.ts';
import type { RateCardRow } from './store/rate-cards.ts';

/** The cards of a version or a schedule, with the plan's facts for checking them. */
export interface CheckedCards {
  /** The reference for which errors are reported. */
  referenceId: string;
  planId: string;
  planType: 'BILLING' | 'PURCHASE';
  deferredRevenue: boolean;
  /** Currencies that every card must price. */
  currencies: readonly string[];
  /** The length of a pricing cycle; null without cycles. */
  cycle: PricingCycleConfig | null;
  cards: readonly RateCardRow[];
  /** Permits billables that are not active yet. */
  isDraft?: boolean;
}

/** All errors that prevent billing the cards together. */
export async function findCardErrors(
  tx: Tx,
  org: Org,
  checked: CheckedCards,
): Promise<ValidatedEntityError[]> {
  const { referenceId, cards, isDraft = false } = checked;
  const granted = cards.flatMap(({ details }) => grantedFor(details));
  const [billables, priceMeters, unknown] = await Promise.all([
    findBillables(tx, org, cards),
    findPriceMeterProblems(tx, org, { cards, isDraft }),
    findUnknownEntities(tx, org, granted),
  ]);
  const knownPrices = findKnownPriceProblems(cards);
  const priced = new Set<string>();
  return cards.flatMap((card) => {
    const key = billableKey(card);
    const messages = [
      ...checkCard(checked, card, billables.get(key)),
      ...(priceMeters.get(card.name) ?? []),
      ...(knownPrices.get(card.name) ?? []),
      ...(priced.has(key) ? checkRepeated(card) : []),
      ...checkGranted(card, unknown),
    ];
    priced.add(key);
    return messages.map((errorMessage) => ({
      ...{ referenceId, entityId: card.name, entityType: 'RATE_CARD' },
      errorMessage,
    }));
  });
}

function checkCard(checked: CheckedCards, card: RateCardRow, billable: Billable | undefined): string[] {
  return [
    ...checkCurrencies(checked, card),
    ...checkBillable(checked, card, billable),
    ...checkPlanType(checked, card),
    ...checkDeferral(checked, card),
    ...checkCycle(checked, card),
  ];
}

/** Every card must price every currency of the plan; a minimum may be limited to some of them. */
function checkCurrencies({ currencies }: CheckedCards, card: RateCardRow): string[] {
  if (card.type === 'MINIMUM_COMMITMENT') return [];
  const priced = pricedCurrencies(card);
  const missing = currencies.filter((currency) => !priced.includes(currency));
  return missing.length === 0 ? [] : [`has no price in ${missing.join(', ')}`];
}

function checkBillable(
  { planId, isDraft }: CheckedCards,
  card: RateCardRow,
  billable: Billable | undefined,
): string[] {
  const { noun, addOnTypes } = cardTypeOf(card.type);
  if (!billable) return [`${noun} ${card.billableId} does not exist`];
  const problems: string[] = [];
  if (billable.status !== 'ACTIVE' && !isDraft)
    problems.push(`${noun} ${card.billableId} is ${billable.status}, not ACTIVE`);
  const { addOnType } = billable;
  const wanted = card.details.licenseRateCard?.type ?? addOnTypes.join(' or ');
  if (addOnTypes.length > 0 && !wanted.split(' or ').includes(addOnType ?? ''))
    problems.push(`add-on ${card.billableId} is of type ${addOnType}, not ${wanted}`);
  if (card.type === 'MINIMUM_COMMITMENT' && card.billableId !== planId)
    problems.push(`is the minimum commitment of ${card.billableId}, not of ${planId}`);
  return problems;
}

/** A one-time plan has no cycles. */
function checkPlanType({ planType }: CheckedCards, { type, details }: RateCardRow): string[] {
  if (planType !== 'PURCHASE') return [];
  if (!cardTypeOf(type).isPurchasable) return [`a PURCHASE plan cannot have a ${type} card`];
  const feeType = (details.fixedFeeRateCard ?? details.creditGrantRateCard)?.type ?? 'ONE_TIME';
  return feeType === 'ONE_TIME' ? [] : [`a PURCHASE plan can only have ${type} cards of type ONE_TIME`];
}

/** Deferred revenue excludes fees before the end of a cycle, and all grants. */
function checkDeferral({ deferredRevenue }: CheckedCards, card: RateCardRow): string[] {
  if (!deferredRevenue) return [];
  const { type, invoiceTiming } = card;
  if (type === 'CREDIT_GRANT' || cardTypeOf(type).noun === 'feature')
    return [`a plan with deferred revenue cannot have a ${type} card`];
  if (invoiceTiming === 'IN_ARREARS') return [];
  return [`a plan with deferred revenue cannot have a card that is invoiced ${invoiceTiming}`];
}

function checkCycle({ cycle }: CheckedCards, { details }: RateCardRow): string[] {
  const usageCycle = details.licenseRateCard?.usageCycle;
  if (!usageCycle || !cycle || isShorterThanCycle(usageCycle, cycle)) return [];
  return [`usageCycle: ${usageCycle} must be shorter than the pricing cycle, ${nameInterval(cycle)}`];
}

function checkRepeated({ type, billableId }: RateCardRow): string[] {
  if (cardTypeOf(type).isRepeatable) return [];
  if (type === 'MINIMUM_COMMITMENT') return [`a plan can have at most one ${type} card`];
  return [`another rate card already prices ${billableId}`];
}

function checkGranted({ details }: RateCardRow, unknown: ReadonlySet<string>): string[] {
  return grantedFor(details)
    .filter((id) => unknown.has(id))
    .map((id) => `applicableEntityIds: billable ${id} does not exist`);
}
