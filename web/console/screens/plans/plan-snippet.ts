import { asRequest } from '../../../api/as-request.ts';
import { createPricePlanV2, editPricePlanRateCards } from '../../../api/generated/price-plans.ts';
import type { CreatePricePlanV2Request, RateCardDetails } from '../../../api/generated/request-types.ts';
import type { PricePlanV2, RateCard } from '../../../api/generated/types.ts';
import { snippet } from '../../../api/snippet.ts';

/** Commands that make the same plan elsewhere, such as in production: the draft, then its cards. */
export function planSnippet(plan: PricePlanV2, cards: readonly RateCard[]): string {
  const { name, description, type, pricingCycleConfig, supportedCurrencies } = plan;
  const { deferredRevenue, allowOngoingCycleUpdates } = plan;
  const body = {
    ...{ name, type, supportedCurrencies },
    ...(description && { description }),
    ...(pricingCycleConfig && { pricingCycleConfig }),
    ...(deferredRevenue && { deferredRevenue }),
    ...(allowOngoingCycleUpdates && { allowOngoingCycleUpdates }),
  } as CreatePricePlanV2Request;
  const create = snippet(createPricePlanV2, { body });
  if (cards.length === 0) return create;
  const operations = cards.map((card) => ({
    ...{ actionType: 'CREATE' as const, rateCardName: card.name },
    rateCard: {
      ...{ billableId: card.billableId, type: card.type, displayName: card.displayName },
      ...{ invoiceTiming: card.invoiceTiming, ...(card.tag && { tag: card.tag }) },
      rateCardDetails: asRequest(withoutName(card.rateCardDetails)) as RateCardDetails,
    },
  }));
  const edit = snippet(editPricePlanRateCards, { price_plan_id: 'PLAN', body: { operations } })
    .replace('/PLAN/', '/$PLAN/')
    // A minimum commitment bills its own plan.
    .replaceAll(`"billableId": "${plan.id}"`, `"billableId": "'"$PLAN"'"`);
  return `PLAN=$(${create} | jq -r .id)\n\n${edit}`;
}

/** The name stands beside the details. */
function withoutName(details: RateCard['rateCardDetails']) {
  return Object.fromEntries(
    Object.entries(details).map(([member, value]) => {
      const { name: _, ...rest } = value as { name?: string };
      return [member, rest];
    }),
  );
}
