import { type Static, type TObject, type TProperties, Type } from 'typebox';
import {
  BillingEntitlementRateCard,
  CreditGrantRateCard,
  Currency,
  EntitlementOverageRateCard,
  FixedFeeRateCard,
  LicenseRateCard,
  MinimumCommitment,
  PricingCycleConfig,
  UsageRateCard,
} from '#areas/price-plans/index.ts';
import { Closed, List, Nullable, Text } from '#platform/http/schemas.ts';

const MAX_CARDS = 100;
const MAX_CURRENCIES = 50;

/** The first version has no facts beside the card, so a card says itself what it bills. */
function billing<T extends TProperties, const M extends string & keyof T>(card: TObject<T>, member: M) {
  const { [member]: _, ...others } = card.properties;
  const { component } = card as { component?: string };
  return Closed({ [member]: Text(1, 50), ...others } as Record<M, ReturnType<typeof Text>> & Omit<T, M>, {
    component: `${component}V1`,
  });
}

const cards = <T extends TObject>(card: T) => Type.Optional(List(card, { maxItems: MAX_CARDS }));

/** Rate cards by their types; a list that is there is all there are of its type. */
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

export const supportedCurrencies = List(Currency, {
  ...{ minItems: 1, maxItems: MAX_CURRENCIES, uniqueItems: true },
});

/** What takes the place of members of a plan: for a new version of it, or for one account. */
export const CreatePricePlanDetailsOverride = Closed(
  {
    pricingCycleConfig: Type.Optional(PricingCycleConfig),
    supportedCurrencies: Type.Optional(supportedCurrencies),
    ...cardLists,
    minimumCommitment: Type.Optional(Nullable(Commitment)),
  },
  {
    component: 'CreatePricePlanDetailsOverride',
    description: 'A member that is there replaces that member as a whole; an empty list removes its cards',
  },
);
type DetailsOverride = Static<typeof CreatePricePlanDetailsOverride>;

/** As sent: what is absent is not replaced. */
export type SentCards = Static<typeof CardLists> & Pick<DetailsOverride, 'minimumCommitment'>;

/** Cards as the first version shows them. */
export const shownCards = {
  ...cardLists,
  minimumCommitment: Type.Optional(
    Closed({ displayName, ...commitment }, { component: 'MinimumCommitmentV1' }),
  ),
};
export type ShownCards = Static<typeof CardLists> & { minimumCommitment?: Static<typeof MinimumCommitment> };
