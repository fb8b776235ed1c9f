import type {
  StoredCreditGrantCard,
  StoredDetails,
  StoredEntitlementCard,
  StoredFixedFeeCard,
  StoredLicenseCard,
  StoredOverageCard,
} from './card-details-schema.ts';
import type { RateCardRow } from './store/rate-cards.ts';

interface CardFacts extends Pick<RateCardRow, 'billableId' | 'invoiceTiming' | 'displayName' | 'tag'> {
  name: string;
  planType: 'BILLING' | 'PURCHASE';
  addOnType: string | null;
}

/** The card's details with the facts that stand beside them and with all defaults. */
export function completeDetails(details: StoredDetails, facts: CardFacts): StoredDetails {
  const { name, displayName, tag, billableId } = facts;
  const common = { name, displayName, ...(tag !== null && { tag }) };
  const { usageRateCard: usage, fixedFeeRateCard: fee, licenseRateCard: license } = details;
  const { billingEntitlementRateCard: entitlement, entitlementOverageRateCard: overage } = details;
  const { creditGrantRateCard: grant, minimumCommitmentRateCard: commitment } = details;
  return {
    ...(usage && { usageRateCard: { ...withoutTag(usage), ...common, usageMeterId: billableId } }),
    ...(fee && { fixedFeeRateCard: { ...withoutTag(fee), ...common, ...feeFacts(fee, facts) } }),
    ...(license && {
      licenseRateCard: { ...withoutTag(license), ...common, ...licenseFacts(license, facts) },
    }),
    ...(entitlement && {
      billingEntitlementRateCard: {
        ...withoutTag(entitlement),
        ...common,
        ...entitlementFacts(entitlement, facts),
      },
    }),
    ...(overage && {
      entitlementOverageRateCard: { ...withoutTag(overage), ...common, ...overageFacts(overage, facts) },
    }),
    ...(grant && { creditGrantRateCard: { ...withoutTag(grant), ...common, ...grantFacts(grant, facts) } }),
    // The public API has no name or tag inside this member.
    ...(commitment && { minimumCommitmentRateCard: { ...commitment, displayName } }),
  };
}

function feeFacts(
  fee: Pick<StoredFixedFeeCard, 'type' | 'recurrenceConfig'>,
  { billableId, invoiceTiming, planType }: CardFacts,
) {
  return {
    id: billableId,
    invoiceTiming,
    type: fee.type ?? (planType === 'PURCHASE' ? ('ONE_TIME' as const) : ('RECURRING' as const)),
    recurrenceConfig: everyCycle(fee.recurrenceConfig),
  };
}

function licenseFacts(card: StoredLicenseCard, { billableId, invoiceTiming, addOnType }: CardFacts) {
  const isRefunded = card.enableProration && invoiceTiming === 'IN_ADVANCE';
  const type = card.type ?? (addOnType === 'NAMED_LICENSE' ? addOnType : ('LICENSE' as const));
  return {
    id: billableId,
    invoiceTiming,
    type,
    ...(card.config?.maxQuantity !== undefined && {
      config: { maxQuantityBreachAction: 'DO_NOTHING' as const, ...card.config },
    }),
    proratedRefundMode: card.proratedRefundMode ?? (isRefunded ? ('CREDITS' as const) : ('NONE' as const)),
  };
}

function entitlementFacts(card: StoredEntitlementCard, { billableId, invoiceTiming }: CardFacts) {
  return {
    featureId: billableId,
    invoiceTiming,
    featureConfigs: card.featureConfigs.map((config) => ({ effectiveFrom: 'PT0S', ...config })),
    recurrenceConfig: everyCycle(card.recurrenceConfig),
  };
}

function overageFacts({ billingConfig }: StoredOverageCard, { billableId }: CardFacts) {
  const { interval = 1, startOffset = 0 } = billingConfig ?? {};
  return { featureId: billableId, billingConfig: { interval, startOffset } };
}

function grantFacts(card: StoredCreditGrantCard, facts: CardFacts) {
  const { applicableEntityIds = [] } = card.grantDetails;
  return { ...feeFacts(card, facts), grantDetails: { ...card.grantDetails, applicableEntityIds } };
}

function everyCycle(config: StoredFixedFeeCard['recurrenceConfig']) {
  return { interval: config?.interval ?? 1, offset: config?.offset ?? 0 };
}

function withoutTag<T extends { tag?: string }>({ tag: _, ...card }: T): Omit<T, 'tag'> {
  return card;
}
