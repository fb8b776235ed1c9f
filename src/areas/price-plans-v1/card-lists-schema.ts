import { type Static, type TObject, type TProperties, Type } from 'typebox';
import {
  BillingEntitlementRateCard,
  CreditGrantRateCard,
  EntitlementOverageRateCard,
  FixedFeeRateCard,
  LicenseRateCard,
  MAX_CARDS,
  MinimumCommitment,
  PricingCycleConfig,
  supportedCurrencies,
  UsageRateCard,
} from '#areas/price-plans/index.ts';
import { Closed, List, Nullable, Text } from '#platform/http/schemas.ts';

/** The first version of the API has no facts beside the card, so the card itself names its billable. */
function billing<T extends TProperties, const M extends string & keyof T>(card: TObject<T>, member: M) {
  const { [member]: _, ...others } = card.properties;
  const { component } = card as { component?: string };
  return Closed({ [member]: Text(1, 50), ...others } as Record<M, ReturnType<typeof Text>> & Omit<T, M>, {
    component: `${component}V1`,
  });
}

const cards = <T extends TObject>(card: T) => Type.Optional(List(card, { maxItems: MAX_CARDS }));

/** Rate cards by type; a list that is present contains all cards of its type. */
export const cardLists = {
  usageRateCards: cards(billing(UsageRateCard, 'usageMeterId')),
  fixedFeeRateCards: cards(billing(FixedFeeRateCard, 'id')),
  licenseRateCards: cards(billing(LicenseRateCard, 'id')),
  billingEntitlementRateCards: cards(billing(BillingEntitlementRateCard, 'featureId')),
  entitlementOverageRateCards: cards(billing(EntitlementOverageRateCard, 'featureId')),
  creditGrantRateCards: cards(billing(CreditGrantRateCard, 'id')),
};
const CardLists = Closed(cardLists);

const { displayName, ...commitment } = MinimumCommitment.properties;
const Commitment = Closed(
  { displayName: Text(1, 255), ...commitment },
  { component: 'CreateMinimumCommitmentV1' },
);
export const minimumCommitment = Type.Optional(Commitment);

/** Overrides of plan members, for a new version of the plan or for one account. */
export const CreatePricePlanDetailsOverride = Closed(
  {
    pricingCycleConfig: Type.Optional(PricingCycleConfig),
    supportedCurrencies: Type.Optional(supportedCurrencies),
    ...cardLists,
    minimumCommitment: Type.Optional(Nullable(Commitment)),
  },
  {
    component: 'CreatePricePlanDetailsOverride',
    description: 'A present member replaces the whole member; an empty list removes its cards',
  },
);
type DetailsOverride = Static<typeof CreatePricePlanDetailsOverride>;

/** As sent: absent members are not replaced. */
export type SentCards = Static<typeof CardLists> & Pick<DetailsOverride, 'minimumCommitment'>;

/** Cards as the first version of the API shows them. */
export const shownCards = {
  ...cardLists,
  minimumCommitment: Type.Optional(
    Closed({ displayName, ...commitment }, { component: 'MinimumCommitmentV1' }),
  ),
};
export type ShownCards = Static<typeof CardLists> & { minimumCommitment?: Static<typeof MinimumCommitment> };
