import { featureNotFound } from '#areas/features/index.ts';
import { usageMeterNotFound } from '#areas/usage-meters/index.ts';
import { operation } from '#platform/http/operation.ts';
import { applyCardOperations } from '../apply-card-operations.ts';
import { getBillables } from '../find-billables.ts';
import { grantedFor, requireEntities } from '../find-unknown-entities.ts';
import { openDraft } from '../open-draft.ts';
import {
  addOnNotFound,
  entityNotFound,
  planArchived,
  planNotFound,
  rateCardInvalid,
  rateCardNameTaken,
  rateCardNotFound,
  tooManyRateCards,
} from '../problems.ts';
import { BulkRateCardOperationsRequest, BulkRateCardOperationsResponse } from '../rate-card-schema.ts';
import { describeRateCard } from '../rules.ts';
import { PricePlanParams } from '../schema.ts';
import { deleteRateCards, listRateCards, saveRateCards } from '../store/rate-cards.ts';
import { updateVersion } from '../store/versions.ts';

export const editPricePlanRateCards = operation({
  id: 'editPricePlanRateCards',
  method: 'POST',
  route: '/v2/price_plans/{price_plan_id}/rate_cards',
  scope: 'plans:write',
  summary: 'Create, update and delete rate cards of the draft',
  description:
    'All operations or none. On a plan without a draft they open the next version as a copy of the active ' +
    'one. Answers the cards that were created or changed, in the order of the operations.',
  request: { params: PricePlanParams, body: BulkRateCardOperationsRequest },
  response: { status: 200, body: BulkRateCardOperationsResponse },
  problems: [
    planNotFound,
    planArchived,
    rateCardNotFound,
    usageMeterNotFound,
    addOnNotFound,
    entityNotFound,
    featureNotFound,
    rateCardNameTaken,
    rateCardInvalid,
    tooManyRateCards,
  ],
  async handle({ tx, org, now }, { params, body }) {
    const pricePlanId = params.price_plan_id;
    const draft = await openDraft(tx, org, { planId: pricePlanId, now });
    const { referenceId, type: planType } = draft;
    const sent = body.operations.flatMap(({ rateCard }) => rateCard ?? []);
    const [cards, billables] = await Promise.all([
      listRateCards(tx, org, referenceId),
      getBillables(tx, org, sent),
      requireEntities(
        tx,
        org,
        sent.flatMap(({ rateCardDetails }) => grantedFor(rateCardDetails)),
      ),
    ]);
    const changes = applyCardOperations(
      { referenceId, planId: pricePlanId, planType, cards, billables },
      body.operations,
    );
    await deleteRateCards(tx, org, { referenceId, names: changes.deleted });
    await saveRateCards(tx, org, { cards: changes.saved, now });
    await updateVersion(tx, org, { version: draft, now, set: {} });
    return { rateCards: changes.saved.map((card) => describeRateCard(card, { pricePlanId })) };
  },
});
