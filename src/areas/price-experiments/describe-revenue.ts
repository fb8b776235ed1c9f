import type { Static } from 'typebox';
import { describeRateCard } from '#areas/price-plans/index.ts';
import type { Sent } from '#platform/http/operation.ts';
import type { CardRevenue } from './calculate.ts';
import type { RequestedPlan } from './read-plan.ts';
import type { CalculateRevenueResponse } from './result-schema.ts';
import type { CardAmounts } from './summarize-card.ts';

/** A card as the first version of the API shows it, under the name of its type. */
export function describeRevenue({ card, amounts }: CardRevenue): ShownCard & Amounts {
  // Stored cards contain their billables, as the first version of the API shows them.
  return { ...(card.details as ShownCard), ...describeAmounts(card, amounts) };
}

type Info = Sent<Static<typeof CalculateRevenueResponse>>['revenueInfo'][number];
type ShownCard = Pick<Info, Extract<keyof Info, `${string}RateCard`>>;
type Amounts = ReturnType<typeof describeAmounts>;

export function describeRevenueV2({ card, amounts }: CardRevenue, { planId, accountId }: RequestedPlan) {
  const owner = { pricePlanId: planId, ...(accountId !== undefined && { accountId }) };
  return { rateCard: describeRateCard(card, owner), ...describeAmounts(card, amounts) };
}

function describeAmounts({ type }: CardRevenue['card'], amounts: CardAmounts) {
  const { usages, slabs, adjustment: rateConfigAdjustment } = amounts;
  const shared = { usages, rateConfigAdjustment };
  const summary = { revenue: amounts.revenue };
  switch (type) {
    case 'USAGE':
      return { ...shared, slabRevenueSummaries: slabs };
    case 'FIXED_FEE':
      return { ...shared, fixedFeeRevenueSummary: summary };
    case 'LICENSE':
      return { ...shared, licenseRevenueSummary: slabs };
    case 'BILLING_ENTITLEMENT':
      return { ...shared, billingEntitlementRevenueSummary: summary, slabRevenueSummaries: slabs };
    case 'ENTITLEMENT_OVERAGE':
      return { ...shared, entitlementOverageRevenueSummary: summary, slabRevenueSummaries: slabs };
    case 'CREDIT_GRANT':
      return { ...shared, creditGrantRevenueSummary: summary, slabRevenueSummaries: slabs };
    case 'MINIMUM_COMMITMENT':
      throw new RangeError('a commitment has no revenue by itself');
    default:
      return type satisfies never;
  }
}
