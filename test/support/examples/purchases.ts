import { insertPlan } from '#areas/price-plans/store/plans.ts';
import { insertVersion } from '#areas/price-plans/store/versions.ts';
import { insertPurchase, type NewPurchase } from '#areas/purchases/store.ts';
import { ZERO } from '#core/decimal.ts';
import { newId } from '#platform/ids.ts';
import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import { asSandbox } from '../metering-scenario.ts';
import type { Service } from '../running-app.ts';
import { catalogOf, planDetails } from './price-plans-v1.ts';

const dates = {
  ...{ effectiveFrom: '2030-03-01', effectiveUntil: '9999-01-01', expiryDate: '2030-02-01T00:00:00Z' },
};

export const purchaseExamples: Record<string, (world: World) => ExampleRequest> = {
  updateInvoice: () => ({ body: { autoAdvance: false } }),
  createPurchase: ({ ids }) => ({
    body: {
      ...{ type: 'ENTITLEMENT_GRANT', pricePlanId: bundleOf(ids.account_id), quantity: 2, ...dates },
      ...{ idempotencyKey: 'purchase-1', rateCardQuantities: { base: 3.5 } },
      purchasePlanOverride: bundleCards(ids),
    },
  }),
  createPurchaseProposal: ({ ids }) => ({
    body: {
      ...{ type: 'ASSOCIATION', pricePlanId: ids.price_plan_id, paymentMode: 'POSTPAID', ...dates },
      ...{ idempotencyKey: 'proposal-1', associationOverride: planDetails(catalogOf(ids)) },
    },
  }),
  updatePurchaseProposalStatus: () => ({ body: { status: 'DECLINE' } }),
};

/** Cards of a one-time purchase, with every possible member. */
function bundleCards(ids: World['ids']) {
  const { fixedFeeRateCards, billingEntitlementRateCards, creditGrantRateCards } = planDetails(
    catalogOf(ids),
  );
  const once = <T extends object>(card: T) => ({ ...card, type: 'ONE_TIME' });
  return {
    fixedFeeRateCards: fixedFeeRateCards.map(once),
    billingEntitlementRateCards,
    creditGrantRateCards: creditGrantRateCards.map(once),
  };
}

const NOW = Temporal.Instant.from('2030-01-01T00:00:00Z');
const bundleOf = (accountId: string | undefined) => `pp.bundle.${accountId}`;

/** A purchasable plan without cards, with two purchases and two proposals of it. */
export function keepPurchases(
  service: Service,
  { organization, accountId }: { organization: string; accountId: string },
): Promise<{ purchase_id: string; purchase_proposal_id: string }> {
  return asSandbox(
    service,
    async (tx, org) => {
      const { orgId } = org;
      const planId = bundleOf(accountId);
      const times = { createdAt: NOW, updatedAt: NOW };
      const plan = { orgId, id: planId, name: `Bundle of ${accountId}`, type: 'PURCHASE' } as const;
      await insertPlan(tx, { ...plan, status: 'ACTIVE', ...times });
      const version = {
        ...{ planId, version: 1, referenceId: planId, status: 'ACTIVE' as const, description: null },
        ...{ pricingCycleConfig: null, activeCurrencies: null },
        ...{ deferredRevenue: false, allowOngoingCycleUpdates: false, supportedCurrencies: ['USD'] },
      };
      await insertVersion(tx, org, { version, now: NOW });
      const newRow = () => purchaseRow(orgId, { accountId, planId });
      const offer = { status: 'PROPOSAL_ACTIVE', paymentMode: 'POSTPAID' } as const;
      const made = [newRow(), newRow(), { ...newRow(), ...offer }, { ...newRow(), ...offer }];
      for (const row of made) await insertPurchase(tx, row);
      return { purchase_id: made[0]?.id ?? '', purchase_proposal_id: made[2]?.id ?? '' };
    },
    organization,
  );
}

function purchaseRow(orgId: number, of: { accountId: string; planId: string }): NewPurchase {
  return {
    ...{ orgId, id: newId('purchase', NOW), ...of, planVersion: 1, type: 'ENTITLEMENT_GRANT' },
    ...{ status: 'SUCCESS', paymentMode: null, quantity: 1, rateCardQuantities: null },
    ...{ purchasePlanOverride: null, associationOverride: null, effectiveFrom: null, effectiveUntil: null },
    ...{ expiryDate: null, idempotencyKey: newId('key', NOW), request: null, currency: 'USD', price: ZERO },
    ...{ sale: '{"cards":[],"credits":[],"features":[]}', invoiceId: null, scheduleId: null },
    ...{ cycleStart: null, topupAmount: null, comment: null, respondedAt: null },
    ...{ createdAt: NOW, updatedAt: NOW },
  };
}
