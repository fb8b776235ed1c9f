import type { PricePlanV2, RateCard, RatePlan, RateValue } from '../../../api/generated/types.ts';
import { type Look, looksOf } from '../../../ui/look.ts';

export const planStatus = looksOf<PricePlanV2['status']>({
  ACTIVE: { tone: 'good' },
  DRAFT: { tone: 'neutral', shape: 'dashed' },
});

/** A later version is a draft only beside one that is sold: the plan itself is not a draft. */
export function planLook({ status, version }: Pick<PricePlanV2, 'status' | 'version'>): Look {
  if (status === 'DRAFT' && version > 1) return { tone: 'info', shape: 'dashed', word: 'status.NEXT_DRAFT' };
  return planStatus.look(status);
}

/** One tier in one currency. */
export interface PriceTier {
  order: number;
  from: string;
  /** Null: no end. */
  to: string | null;
  priceType: RatePlan['slabs'][number]['priceType'];
  rate: string;
  packageSize: string | undefined;
}

/** Tiers whose price depends on a quantity, in one currency. */
export function tiersOf(plan: RatePlan, value: Pick<RateValue, 'slabRates'>): PriceTier[] {
  const slabs = [...plan.slabs].sort((a, b) => a.order - b.order);
  return slabs.map((slab, index) => ({
    order: slab.order,
    from: slab.startAfter,
    to: slabs[index + 1]?.startAfter ?? null,
    priceType: slab.priceType,
    rate: value.slabRates.find(({ order }) => order === slab.order)?.rate ?? '0',
    packageSize: slab.slabConfig?.packageSize,
  }));
}

/** What a card charges in a currency: tiers, or one rate. */
export type CardPrice =
  | { kind: 'tiers'; model: RatePlan['pricingModel']; tiers: PriceTier[] }
  | { kind: 'rate'; rate: string }
  | { kind: 'grant'; credits: string; tiers: PriceTier[] }
  | { kind: 'none' };

export function priceOf({ rateCardDetails: details }: RateCard, currency: string): CardPrice {
  const tiered =
    details.usageRateCard ??
    details.licenseRateCard ??
    details.billingEntitlementRateCard ??
    details.entitlementOverageRateCard;
  if (tiered) {
    const value = tiered.rateValues.find((each) => each.currency === currency);
    if (!value) return { kind: 'none' };
    return { kind: 'tiers', model: tiered.ratePlan.pricingModel, tiers: tiersOf(tiered.ratePlan, value) };
  }
  const flat = details.fixedFeeRateCard ?? details.minimumCommitmentRateCard;
  const rate = flat?.rateValues.find((each) => each.currency === currency)?.rate;
  if (rate !== undefined) return { kind: 'rate', rate };
  return grantOf(details.creditGrantRateCard, currency);
}

function grantOf(card: RateCard['rateCardDetails']['creditGrantRateCard'], currency: string): CardPrice {
  const grant = card?.rateDetails.currencySlabRateDetails.find((each) => each.currency === currency);
  if (!grant) return { kind: 'none' };
  const tiers = grant.slabDetails.map((slab, index) => ({
    order: index + 1,
    from: slab.startAfter,
    to: grant.slabDetails[index + 1]?.startAfter ?? null,
    priceType: slab.priceType,
    rate: slab.rate,
    packageSize: slab.slabConfig?.packageSize,
  }));
  return { kind: 'grant', credits: grant.creditAmount, tiers };
}
