import { isCurrency } from '#core/currency.ts';
import { checkRecurrence } from '#core/rating/recurrence.ts';
import { checkFeatureConfigs } from './check-feature-configs.ts';
import { checkPrices, sentence } from './check-prices.ts';
import type {
  StoredDetails,
  StoredEntitlementCard,
  StoredFixedFeeCard,
  StoredPrices,
} from './rate-card-schema.ts';

/**
 * What is wrong with a card taken alone, one sentence per problem, each beginning with the member it stands
 * at. Facts outside the card (currencies of the plan, state of the meter) may still be missing in a draft.
 */
export function checkRateCard(details: StoredDetails, path: string): string[] {
  const { usageRateCard: usage, fixedFeeRateCard: fee } = details;
  const { billingEntitlementRateCard: entitlement, entitlementOverageRateCard: overage } = details;
  const at = (member: keyof StoredDetails) => `${path}.${member}`;
  return [
    ...(usage ? checkPricedCard(usage, at('usageRateCard')) : []),
    ...(fee ? checkFixedFeeCard(fee, at('fixedFeeRateCard')) : []),
    ...(entitlement ? checkEntitlementCard(entitlement, at('billingEntitlementRateCard')) : []),
    ...(overage ? checkPricedCard(overage, at('entitlementOverageRateCard')) : []),
  ];
}

function checkEntitlementCard(card: StoredEntitlementCard, path: string): string[] {
  return [
    ...checkPricedCard(card, path),
    ...checkFeatureConfigs(card.featureConfigs, `${path}.featureConfigs`),
  ];
}

function checkPricedCard(card: StoredPrices, path: string): string[] {
  return [...checkCurrencies(card.rateValues, path), ...checkPrices(card, path)];
}

function checkFixedFeeCard(card: StoredFixedFeeCard, path: string): string[] {
  const { interval = 1, offset = 0 } = card.recurrenceConfig ?? {};
  return [
    ...checkCurrencies(card.rateValues, path),
    ...checkRecurrence({ interval, offset }).map((message) => sentence(`${path}.recurrenceConfig`, message)),
  ];
}

function checkCurrencies(values: readonly { currency: string }[], path: string): string[] {
  const seen = new Set<string>();
  return values.flatMap(({ currency }, index) => {
    const at = `${path}.rateValues[${index}].currency`;
    if (!isCurrency(currency)) return [`${at}: ${currency} is not an ISO 4217 currency`];
    const isNew = !seen.has(currency);
    seen.add(currency);
    return isNew ? [] : [`${at}: ${currency} is priced twice`];
  });
}
