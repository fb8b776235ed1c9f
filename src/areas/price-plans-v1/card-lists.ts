import type { RateCardDetails, RateCardRow, RateCardType } from '#areas/price-plans/index.ts';
import type { SentCards, ShownCards } from './card-lists-schema.ts';

type ListName = Exclude<keyof SentCards, 'minimumCommitment'>;
type SentCard = NonNullable<SentCards[ListName]>[number];
type Timing = RateCardRow['invoiceTiming'];

/** The member for each card type in the first version of the API; in the order of a new plan. */
const LISTS = [
  { type: 'USAGE', list: 'usageRateCards', member: 'usageRateCard' },
  { type: 'FIXED_FEE', list: 'fixedFeeRateCards', member: 'fixedFeeRateCard' },
  { type: 'LICENSE', list: 'licenseRateCards', member: 'licenseRateCard' },
  {
    type: 'BILLING_ENTITLEMENT',
    list: 'billingEntitlementRateCards',
    member: 'billingEntitlementRateCard',
  },
  { type: 'ENTITLEMENT_OVERAGE', list: 'entitlementOverageRateCards', member: 'entitlementOverageRateCard' },
  { type: 'CREDIT_GRANT', list: 'creditGrantRateCards', member: 'creditGrantRateCard' },
] as const satisfies { type: RateCardType; list: ListName; member: keyof RateCardDetails }[];

/** The member for a minimum commitment, in requests and responses. */
const COMMITMENT = { type: 'MINIMUM_COMMITMENT', member: 'minimumCommitmentRateCard' } as const;

/** A card of a request, with its path. */
export interface PlacedCard {
  /** Member path, such as `pricePlanDetails.usageRateCards[0]`. */
  path: string;
  type: RateCardType;
  billableId: string;
  invoiceTiming: Timing;
  member: keyof RateCardDetails;
  details: RateCardDetails;
  /** The requested name; null for any. */
  name: string | null;
}

/** The cards of a request in the order of a new plan. A commitment refers to its plan. */
export function listSentCards(
  sent: SentCards,
  { path, planId }: { path: string; planId: string },
): PlacedCard[] {
  const placed = LISTS.flatMap(({ type, list, member }) =>
    ((sent[list] ?? []) as SentCard[]).map((card, index): PlacedCard => {
      const details = { [member]: card } as RateCardDetails;
      const at = { path: `${path}.${list}[${index}]`, type, member, details };
      const invoiceTiming = ('invoiceTiming' in card && card.invoiceTiming) || 'IN_ARREARS';
      return { ...at, billableId: billableOf(card), invoiceTiming, name: card.name?.trim() || null };
    }),
  );
  const { minimumCommitment: commitment } = sent;
  if (!commitment) return placed;
  const details = { [COMMITMENT.member]: commitment };
  const facts = { billableId: planId, invoiceTiming: 'IN_ARREARS', name: null } as const;
  return [...placed, { path: `${path}.minimumCommitment`, ...COMMITMENT, ...facts, details }];
}

/** The card types that a request replaces: those whose member is present, even if empty. */
export function replacedTypes(sent: SentCards): Set<RateCardType> {
  const types = LISTS.filter(({ list }) => sent[list] !== undefined).map(({ type }): RateCardType => type);
  return new Set(sent.minimumCommitment === undefined ? types : [...types, COMMITMENT.type]);
}

/** Stored cards as the first version of the API shows them: every list, including empty ones. */
export function showCards(cards: readonly RateCardRow[]): ShownCards {
  const lists = LISTS.map(({ type, list, member }) => [
    list,
    cards.filter((card) => card.type === type).map(({ details }) => details[member]),
  ]);
  const commitment = cards.find((card) => card.type === COMMITMENT.type)?.details[COMMITMENT.member];
  return { ...Object.fromEntries(lists), ...(commitment && { minimumCommitment: commitment }) };
}

function billableOf(card: SentCard): string {
  if ('usageMeterId' in card) return card.usageMeterId;
  return 'featureId' in card ? card.featureId : card.id;
}
