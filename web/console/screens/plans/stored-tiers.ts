import type { RateCardDetails } from '../../../api/generated/types.ts';
import { typedDecimal } from '../../../format/typed-decimal.ts';
import type { CardFields } from './card-fields.ts';
import type { TierRow } from './tier-rows.ts';

/** Grants have their tiers in each currency; those of the first one give the borders. */
export function tiersOfCard(details: RateCardDetails): Partial<CardFields> {
  const grant = details.creditGrantRateCard?.rateDetails;
  if (grant) {
    const [first] = grant.currencySlabRateDetails;
    const slabs = (first?.slabDetails ?? []).map((slab, index) => ({ ...slab, order: index + 1 }));
    const values = grant.currencySlabRateDetails.map(({ currency, slabDetails }) => ({
      currency,
      slabRates: slabDetails.map((slab, index) => ({ ...slab, order: index + 1 })),
    }));
    return { model: grant.pricingModel, tiers: joinTiers(slabs, values) };
  }
  const card = pricedDetails(details);
  if (!card) return {};
  const { pricingModel: model, slabs } = card.ratePlan;
  return { model, tiers: joinTiers(slabs, card.rateValues) };
}

interface Priced {
  currency: string;
  slabRates: readonly { order: number; rate: string; slabRateConfig?: Bounds }[];
}
interface Slab {
  order: number;
  startAfter: string;
  priceType: string;
  slabConfig?: { packageSize?: string | undefined } | undefined;
}

function joinTiers(slabs: readonly Slab[], values: readonly Priced[]): TierRow[] {
  const ordered = slabs.toSorted((a, b) => a.order - b.order);
  return ordered.map(({ order, startAfter, priceType, slabConfig }, index) => {
    const prices = values.flatMap(({ currency, slabRates }) => {
      const found = slabRates.find((each) => each.order === order);
      const { minimum, maximum } = boundsOf(found?.slabRateConfig);
      return [
        [`rate.${currency}`, typed(found?.rate)],
        [`min.${currency}`, minimum],
        [`max.${currency}`, maximum],
      ];
    });
    const to = typed(ordered[index + 1]?.startAfter);
    const size = typed(slabConfig?.packageSize);
    return { from: typed(startAfter), to, priceType, packageSize: size, ...Object.fromEntries(prices) };
  });
}

type Bounds = { minimumRate?: string | undefined; maximumRate?: string | undefined } | undefined;
export const typed = (value: string | undefined) => (value === undefined ? '' : typedDecimal(value));

export function boundsOf(config: Bounds) {
  return { minimum: typed(config?.minimumRate), maximum: typed(config?.maximumRate) };
}

export function pricedDetails(details: RateCardDetails) {
  return (
    details.usageRateCard ??
    details.licenseRateCard ??
    details.billingEntitlementRateCard ??
    details.entitlementOverageRateCard
  );
}
