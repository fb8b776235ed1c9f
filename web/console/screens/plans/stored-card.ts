import type { RateCard, RateCardDetails } from '../../../api/generated/types.ts';
import { type AmountRow, amountRow, type CardFields, newCard } from './card-fields.ts';
import { boundsOf, pricedDetails, tiersOfCard, typed } from './stored-tiers.ts';

/** The fields of a stored card, with an empty row for each currency of the plan that it does not price. */
export function fieldsOf(card: RateCard, plan: { id: string; currencies: readonly string[] }): CardFields {
  const { rateCardDetails: details, type } = card;
  const fields = {
    ...newCard(type, plan),
    ...{ name: card.name, billableId: card.billableId, displayName: card.displayName },
    ...{ tag: card.tag ?? '', timing: card.invoiceTiming },
  };
  const amounts = amountsOf(details);
  const currencies = [...new Set([...plan.currencies, ...amounts.keys()])];
  return {
    ...fields,
    ...termsOf(details),
    ...tiersOfCard(details),
    amounts: currencies.map((currency) => amountRow(currency, amounts.get(currency))),
  };
}

function amountsOf(details: RateCardDetails): Map<string, Partial<AmountRow>> {
  const flat = details.fixedFeeRateCard ?? details.minimumCommitmentRateCard;
  if (flat) return new Map(flat.rateValues.map(({ currency, rate }) => [currency, { rate: typed(rate) }]));
  const grants = details.creditGrantRateCard?.rateDetails.currencySlabRateDetails ?? [];
  if (grants.length > 0)
    return new Map(
      grants.map(({ currency, creditAmount, rateConfig }) => {
        return [currency, { credits: typed(creditAmount), ...boundsOf(rateConfig) }];
      }),
    );
  const values = pricedDetails(details)?.rateValues ?? [];
  return new Map(values.map(({ currency, rateConfig }) => [currency, boundsOf(rateConfig)]));
}

/** The members that only some types have. */
function termsOf(details: RateCardDetails): Partial<CardFields> {
  const { usageRateCard: usage, fixedFeeRateCard: fee, licenseRateCard: license } = details;
  const { creditGrantRateCard: grant, billingEntitlementRateCard: entitlement } = details;
  const { entitlementOverageRateCard: overage, minimumCommitmentRateCard: commitment } = details;
  const recurrence = (fee ?? grant ?? entitlement)?.recurrenceConfig ?? {};
  const { interval = 1, offset = 0 } = overage?.billingConfig
    ? { interval: overage.billingConfig.interval, offset: overage.billingConfig.startOffset }
    : recurrence;
  return {
    maximumQuantity: typed(usage?.maximumQuantity ?? license?.config?.maxQuantity ?? overage?.maxQuantity),
    priceMeterId: usage?.priceMeterId ?? '',
    isProrated: (fee ?? license)?.enableProration ?? true,
    refundMode: (fee ?? license)?.proratedRefundMode ?? '',
    recurrence: (fee ?? grant)?.type ?? '',
    ...{ interval: String(interval), offset: String(offset) },
    ...{ licenseType: license?.type ?? '', usageCycle: license?.usageCycle ?? '' },
    ...(entitlement && {
      windows: entitlement.featureConfigs.map((each) => ({
        ...{ from: each.effectiveFrom ?? 'PT0S', until: each.effectiveUntil },
        limit: typed(each.featureCreditLimit),
      })),
    }),
    ...(grant && {
      priority: String(grant.grantDetails.priority),
      expiryType: grant.grantDetails.expiryType,
      expiryDuration: grant.grantDetails.expiryDuration ?? '',
      applicableIds: (grant.grantDetails.applicableEntityIds ?? []).join(', '),
    }),
    includesAdvanceFees: commitment?.includeAdvanceFees ?? false,
  };
}
