import { operation } from '#platform/http/operation.ts';
import { describePlan } from '../rules.ts';
import { PricePlanV2Page } from '../schema.ts';
import { listLatestVersions, planList } from '../store/plans.ts';

export const listPricePlansV2 = operation({
  id: 'listPricePlansV2',
  method: 'GET',
  route: '/v2/price_plans',
  scope: 'plans:read',
  summary: 'List price plans, each with its newest version',
  response: { status: 200, body: PricePlanV2Page },
  list: planList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listLatestVersions(tx, org, page);
    return { data: rows.map(describePlan), nextToken };
  },
});
