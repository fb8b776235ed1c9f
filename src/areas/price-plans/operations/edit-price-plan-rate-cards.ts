import { operation } from '#platform/http/operation.ts';
import { CARD_PROBLEMS, editRateCards } from '../edit-rate-cards.ts';
import { openDraft } from '../open-draft.ts';
import { planArchived, planNotFound } from '../problems.ts';
import { BulkRateCardOperationsResponse, EditPlanRateCardsRequest } from '../rate-card-schema.ts';
import { describeRateCard } from '../rules.ts';
import { PricePlanParams } from '../schema.ts';
import { updateVersion } from '../store/versions.ts';

export const editPricePlanRateCards = operation({
  id: 'editPricePlanRateCards',
  method: 'POST',
  route: '/v2/price_plans/{price_plan_id}/rate_cards',
  scope: 'plans:write',
  summary: 'Create, update and delete rate cards of the draft',
  description:
    'Applies all operations or none. On a plan without a draft, creates the next version from the active ' +
    'one. Returns the created or changed cards, in the order of the operations.',
  request: { params: PricePlanParams, body: EditPlanRateCardsRequest },
  response: { status: 200, body: BulkRateCardOperationsResponse },
  problems: [planNotFound, planArchived, ...CARD_PROBLEMS],
  async handle({ tx, org, now }, { params, body }) {
    const pricePlanId = params.price_plan_id;
    const { operations, expectedUpdatedAt } = body;
    const draft = await openDraft(tx, org, { planId: pricePlanId, now, expectedUpdatedAt });
    const { referenceId, type: planType } = draft;
    const saved = await editRateCards(tx, org, {
      referenceId,
      planId: pricePlanId,
      planType,
      operations,
      now,
    });
    await updateVersion(tx, org, { version: draft, now, set: {} });
    return { rateCards: saved.map((card) => describeRateCard(card, { pricePlanId })) };
  },
});
