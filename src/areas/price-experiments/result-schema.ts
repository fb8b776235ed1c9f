import { Type } from 'typebox';
import { RateCard } from '#areas/price-plans/index.ts';
import { PricePlanDetails } from '#areas/price-plans-v1/index.ts';
import type { Decimal } from '#core/decimal.ts';
import { Closed, DateTime, ExactNumber, Extension } from '#platform/http/schemas.ts';

const flag = Type.Optional(Type.Boolean());
const bounds = { minimumRateApplied: flag, maximumRateApplied: flag };

const SlabRevenueSummary = Closed(
  {
    order: Type.Integer(),
    usage: ExactNumber({ description: 'Licenses: weighted by days if prorated' }),
    revenue: ExactNumber({ description: 'Rounded, so that all tiers add up to the revenue of the card' }),
    metadata: Type.Optional(
      Closed({
        ...bounds,
        packageQuantity: Type.Optional(ExactNumber({ description: 'Number of started packages' })),
      }),
    ),
  },
  { component: 'SlabRevenueSummary' },
);
const slabSummaries = Type.Optional(Type.Array(SlabRevenueSummary));
const revenueSummary = Type.Optional(Closed({ revenue: ExactNumber() }));

/** The members that do not depend on how cards are shown. */
const amounts = {
  usages: Type.Unsafe<Record<string, Decimal>>({
    type: 'object',
    additionalProperties: ExactNumber(),
    description: 'Priced quantities by meter, add-on or feature',
  }),
  fixedFeeRevenueSummary: revenueSummary,
  licenseRevenueSummary: slabSummaries,
  billingEntitlementRevenueSummary: revenueSummary,
  creditGrantRevenueSummary: revenueSummary,
  entitlementOverageRevenueSummary: revenueSummary,
  slabRevenueSummaries: slabSummaries,
  rateConfigAdjustment: Type.Optional(
    Extension(
      Closed(
        { ...bounds, revenue: ExactNumber() },
        { description: 'Change by a bound of the card; included in the last tier reached' },
      ),
    ),
  ),
};

const { usageRateCards, fixedFeeRateCards, licenseRateCards, creditGrantRateCards } =
  PricePlanDetails.properties;
const { billingEntitlementRateCards, entitlementOverageRateCards } = PricePlanDetails.properties;
const RevenueInfo = Closed(
  {
    usageRateCard: Type.Optional(usageRateCards.items),
    fixedFeeRateCard: Type.Optional(fixedFeeRateCards.items),
    licenseRateCard: Type.Optional(licenseRateCards.items),
    billingEntitlementRateCard: Type.Optional(billingEntitlementRateCards.items),
    creditGrantRateCard: Type.Optional(creditGrantRateCards.items),
    entitlementOverageRateCard: Type.Optional(entitlementOverageRateCards.items),
    ...amounts,
  },
  { component: 'RevenueInfo' },
);
const RevenueInfoV2 = Closed({ rateCard: RateCard, ...amounts }, { component: 'RevenueInfoV2' });

const shared = {
  currency: Type.String(),
  usageLookupRange: Type.Optional(
    Closed({ start: DateTime(), end: DateTime() }, { description: 'Range of the usage lookup' }),
  ),
};
export const CalculateRevenueResponse = Closed(
  {
    ...shared,
    pricePlanDetails: PricePlanDetails,
    revenueInfo: Type.Array(RevenueInfo),
  },
  { component: 'CalculateRevenueResponse' },
);
export const CalculateRevenueResponseV2 = Closed(
  { ...shared, revenueInfo: Type.Array(RevenueInfoV2) },
  { component: 'CalculateRevenueResponseV2' },
);
