import { type Static, type TProperties, Type } from 'typebox';
import {
  BillingEntitlementRateCard,
  CreditGrantRateCard,
  EntitlementOverageRateCard,
  FixedFeeRateCard,
  LicenseRateCard,
  MinimumCommitment,
  RATE_CARD_TYPES,
  UsageRateCard,
} from '#areas/price-plans/index.ts';
import { Closed, Enum, List, Name, Text } from '#platform/http/schemas.ts';

const ENTITY_KINDS = ['USAGE_METER', 'ADD_ON', 'FEATURE', 'GROUP'] as const;
const TIMINGS = ['IN_ADVANCE', 'IN_ARREARS', 'PREPAID'] as const;

/** The details of a card, without the members beside them and without ids. */
function detailsOf<T extends TProperties, K extends keyof T>(members: T, left: readonly K[]) {
  const kept = Object.entries(members).filter(([name]) => !(left as readonly string[]).includes(name));
  return Object.fromEntries(kept) as unknown as Omit<T, K>;
}

const OUTSIDE = ['name', 'displayName', 'tag'] as const;
const grant = detailsOf(CreditGrantRateCard.properties, ['id', ...OUTSIDE, 'invoiceTiming', 'grantDetails']);
const grantTerms = detailsOf(CreditGrantRateCard.properties.grantDetails.properties, ['applicableEntityIds']);

export const EntityName = Closed(
  {
    type: Enum(ENTITY_KINDS, {
      description: "GROUP: all rate cards of a kind, by the API's name for the kind",
    }),
    name: Text(1, 255),
  },
  { component: 'EntityName' },
);
export type EntityName = Static<typeof EntityName>;

export const CardDetails = Closed(
  {
    usageRateCard: Type.Optional(
      Closed({
        ...detailsOf(UsageRateCard.properties, ['usageMeterId', 'priceMeterId', ...OUTSIDE]),
        priceMeter: Type.Optional(
          Text(1, 50, { description: "The meter's name for the price of a DYNAMIC card" }),
        ),
      }),
    ),
    fixedFeeRateCard: Type.Optional(
      Closed(detailsOf(FixedFeeRateCard.properties, ['id', ...OUTSIDE, 'invoiceTiming'])),
    ),
    licenseRateCard: Type.Optional(
      Closed(detailsOf(LicenseRateCard.properties, ['id', ...OUTSIDE, 'invoiceTiming'])),
    ),
    billingEntitlementRateCard: Type.Optional(
      Closed(detailsOf(BillingEntitlementRateCard.properties, ['featureId', ...OUTSIDE, 'invoiceTiming'])),
    ),
    entitlementOverageRateCard: Type.Optional(
      Closed(detailsOf(EntitlementOverageRateCard.properties, ['featureId', ...OUTSIDE])),
    ),
    creditGrantRateCard: Type.Optional(
      Closed({
        ...grant,
        grantDetails: Closed({
          ...grantTerms,
          applicableTo: Type.Optional(
            List(EntityName, {
              maxItems: 100,
              description: 'What the credits may pay for; empty: everything',
            }),
          ),
        }),
      }),
    ),
    minimumCommitmentRateCard: Type.Optional(
      Closed(detailsOf(MinimumCommitment.properties, ['displayName'])),
    ),
  },
  { component: 'CardDetails' },
);
export type CardDetails = Static<typeof CardDetails>;

export const CardItem = Closed(
  {
    name: Name(1, 50),
    type: Enum(RATE_CARD_TYPES),
    billable: Type.Optional(
      Text(1, 255, {
        description: 'The name of the usage meter, add-on or feature; absent for a minimum commitment',
      }),
    ),
    displayName: Type.Optional(Text(0, 255)),
    invoiceTiming: Enum(TIMINGS),
    tag: Type.Optional(Text(0, 50)),
    details: CardDetails,
  },
  { component: 'CardItem' },
);
export type CardItem = Static<typeof CardItem>;
