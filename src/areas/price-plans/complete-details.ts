import type {
  StoredDetails,
  StoredEntitlementCard,
  StoredFixedFeeCard,
  StoredOverageCard,
} from './rate-card-schema.ts';
import type { RateCardRow } from './store/rate-cards.ts';

interface CardFacts extends Pick<RateCardRow, 'billableId' | 'invoiceTiming' | 'displayName' | 'tag'> {
  name: string;
  planType: 'BILLING' | 'PURCHASE';
}

/** The details of a card with every fact that stands beside them, and with what is meant by silence. */
export function completeDetails(details: StoredDetails, facts: CardFacts): StoredDetails {
  const { name, displayName, tag, billableId } = facts;
  const common = { name, displayName, ...(tag !== null && { tag }) };
  const { usageRateCard: usage, fixedFeeRateCard: fee } = details;
  const { billingEntitlementRateCard: entitlement, entitlementOverageRateCard: overage } = details;
  return {
    ...(usage && { usageRateCard: { ...withoutTag(usage), ...common, usageMeterId: billableId } }),
    ...(fee && { fixedFeeRateCard: { ...withoutTag(fee), ...common, ...feeFacts(fee, facts) } }),
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
  };
}

function feeFacts(fee: StoredFixedFeeCard, { billableId, invoiceTiming, planType }: CardFacts) {
  return {
    id: billableId,
    invoiceTiming,
    type: fee.type ?? (planType === 'PURCHASE' ? ('ONE_TIME' as const) : ('RECURRING' as const)),
    recurrenceConfig: everyCycle(fee.recurrenceConfig),
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

function everyCycle(config: StoredFixedFeeCard['recurrenceConfig']) {
  return { interval: config?.interval ?? 1, offset: config?.offset ?? 0 };
}

function withoutTag<T extends { tag?: string }>({ tag: _, ...card }: T): Omit<T, 'tag'> {
  return card;
}
