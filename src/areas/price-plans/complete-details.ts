import type { StoredDetails, StoredFixedFeeCard } from './rate-card-schema.ts';
import type { RateCardRow } from './store/rate-cards.ts';

interface CardFacts extends Pick<RateCardRow, 'billableId' | 'invoiceTiming' | 'displayName' | 'tag'> {
  name: string;
  planType: 'BILLING' | 'PURCHASE';
}

/** The details of a card with every fact that stands beside them, and with what is meant by silence. */
export function completeDetails(details: StoredDetails, facts: CardFacts): StoredDetails {
  const { name, displayName, tag, billableId, invoiceTiming } = facts;
  const common = { name, displayName, ...(tag !== null && { tag }) };
  const { usageRateCard: usage, fixedFeeRateCard: fee } = details;
  const { billingEntitlementRateCard: entitlement, entitlementOverageRateCard: overage } = details;
  return {
    ...(usage && { usageRateCard: { ...withoutTag(usage), ...common, usageMeterId: billableId } }),
    ...(fee && {
      fixedFeeRateCard: {
        ...withoutTag(fee),
        ...common,
        id: billableId,
        invoiceTiming,
        type: fee.type ?? (facts.planType === 'PURCHASE' ? ('ONE_TIME' as const) : ('RECURRING' as const)),
        recurrenceConfig: everyCycle(fee.recurrenceConfig),
      },
    }),
    ...(entitlement && {
      billingEntitlementRateCard: {
        ...withoutTag(entitlement),
        ...common,
        featureId: billableId,
        invoiceTiming,
        featureConfigs: entitlement.featureConfigs.map((config) => ({ effectiveFrom: 'PT0S', ...config })),
        recurrenceConfig: everyCycle(entitlement.recurrenceConfig),
      },
    }),
    ...(overage && {
      entitlementOverageRateCard: {
        ...withoutTag(overage),
        ...common,
        featureId: billableId,
        billingConfig: {
          interval: overage.billingConfig?.interval ?? 1,
          startOffset: overage.billingConfig?.startOffset ?? 0,
        },
      },
    }),
  };
}

function everyCycle(config: StoredFixedFeeCard['recurrenceConfig']) {
  return { interval: config?.interval ?? 1, offset: config?.offset ?? 0 };
}

function withoutTag<T extends { tag?: string }>({ tag: _, ...card }: T): Omit<T, 'tag'> {
  return card;
}
