import { decimal } from '#core/decimal.ts';
import { checkRecurrence } from '#core/rating/recurrence.ts';
import type {
  StoredCommitment,
  StoredDetails,
  StoredEntitlementCard,
  StoredFixedFeeCard,
  StoredLicenseCard,
  StoredPrices,
  StoredUsageCard,
} from './card-details-schema.ts';
import { checkCreditGrantCard } from './check-credit-grant-card.ts';
import { checkCurrencies } from './check-currencies.ts';
import { checkFeatureConfigs } from './check-feature-configs.ts';
import { checkPrices, sentence } from './check-prices.ts';

/**
 * Problems of a card on its own, one sentence each, starting with the member. Facts outside the card
 * (currencies of the plan, state of the meter) may still be missing in a draft.
 */
export function checkRateCard(details: StoredDetails, path: string): string[] {
  const { usageRateCard: usage, fixedFeeRateCard: fee, licenseRateCard: license } = details;
  const { creditGrantRateCard: grant, minimumCommitmentRateCard: commitment } = details;
  const { billingEntitlementRateCard: entitlement, entitlementOverageRateCard: overage } = details;
  const at = (member: keyof StoredDetails) => `${path}.${member}`;
  return [
    ...(usage ? checkUsageCard(usage, at('usageRateCard')) : []),
    ...(fee ? checkFixedFeeCard(fee, at('fixedFeeRateCard')) : []),
    ...(license ? checkLicenseCard(license, at('licenseRateCard')) : []),
    ...(entitlement ? checkEntitlementCard(entitlement, at('billingEntitlementRateCard')) : []),
    ...(overage ? checkPricedCard(overage, at('entitlementOverageRateCard')) : []),
    ...(grant ? checkCreditGrantCard(grant, at('creditGrantRateCard')) : []),
    ...(commitment ? checkCommitment(commitment, at('minimumCommitmentRateCard')) : []),
  ];
}

/** DYNAMIC prices need a meter that sums them, and no other price may have one. */
function checkUsageCard(card: StoredUsageCard, path: string): string[] {
  const problems = [...checkCurrencies(card.rateValues, `${path}.rateValues`), ...checkPrices(card, path)];
  const index = findDynamic(card);
  if (index >= 0 && card.priceMeterId === undefined)
    problems.push(`${path}.priceMeterId: is required for a DYNAMIC price`);
  if (index < 0 && card.priceMeterId !== undefined)
    problems.push(`${path}.priceMeterId: is only valid for a DYNAMIC price; leave it out`);
  if (index >= 0 && card.maximumQuantity !== undefined)
    problems.push(
      `${path}.maximumQuantity: is not valid for a DYNAMIC price; cap it with rateConfig.maximumRate`,
    );
  return problems;
}

function checkEntitlementCard(card: StoredEntitlementCard, path: string): string[] {
  return [
    ...checkPricedCard(card, path),
    ...checkFeatureConfigs(card.featureConfigs, `${path}.featureConfigs`),
  ];
}

function checkLicenseCard(card: StoredLicenseCard, path: string): string[] {
  const { config } = card;
  const problems = checkPricedCard(card, path);
  if (config?.maxQuantity !== undefined && !decimal(config.maxQuantity).isInteger())
    problems.push(`${path}.config.maxQuantity: must be a whole number`);
  return problems;
}

function checkCommitment({ rateValues }: StoredCommitment, path: string): string[] {
  const at = `${path}.rateValues`;
  const negative = rateValues.flatMap(({ rate }, index) =>
    decimal(rate).isNegative() ? [`${at}[${index}].rate: must be at least 0`] : [],
  );
  return [...checkCurrencies(rateValues, at), ...negative];
}

function checkPricedCard(card: StoredPrices, path: string): string[] {
  const index = findDynamic(card);
  const at = `${path}.ratePlan.slabs[${index}].priceType`;
  return [
    ...checkCurrencies(card.rateValues, `${path}.rateValues`),
    ...checkPrices(card, path),
    ...(index < 0
      ? []
      : [`${at}: the price type DYNAMIC is for USAGE cards only, because their events carry the price`]),
  ];
}

function findDynamic({ ratePlan }: StoredPrices): number {
  return ratePlan.slabs.findIndex(({ priceType }) => priceType === 'DYNAMIC');
}

function checkFixedFeeCard(card: StoredFixedFeeCard, path: string): string[] {
  const { interval = 1, offset = 0 } = card.recurrenceConfig ?? {};
  return [
    ...checkCurrencies(card.rateValues, `${path}.rateValues`),
    ...checkRecurrence({ interval, offset }).map((message) => sentence(`${path}.recurrenceConfig`, message)),
  ];
}
