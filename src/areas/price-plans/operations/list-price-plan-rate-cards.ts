import { operation } from '#platform/http/operation.ts';
import { getPlanVersion } from '../get-plan-version.ts';
import { planNotFound, planVersionNotFound } from '../problems.ts';
import { describeRateCard, readVersionFilter } from '../rules.ts';
import { PricePlanParams, RateCardPage } from '../schema.ts';
import { listRateCardPage, rateCardList } from '../store/rate-cards.ts';

export const listPricePlanRateCards = operation({
  id: 'listPricePlanRateCards',
  method: 'GET',
  route: '/v2/price_plans/{price_plan_id}/rate_cards',
  scope: 'plans:read',
  summary: 'List the rate cards of a version of a price plan',
  description: '`version` is LATEST (default), ACTIVE or a number.',
  request: { params: PricePlanParams },
  response: { status: 200, body: RateCardPage },
  problems: [planNotFound, planVersionNotFound],
  list: rateCardList,
  async handle({ tx, org }, { params, page }) {
    const pricePlanId = params.price_plan_id;
    const version = readVersionFilter(page.filters.version);
    const { referenceId } = await getPlanVersion(tx, org, { planId: pricePlanId, version });
    const { rows, nextToken } = await listRateCardPage(tx, org, { referenceId, page });
    return { data: rows.map((row) => describeRateCard(row, { pricePlanId })), nextToken };
  },
});
