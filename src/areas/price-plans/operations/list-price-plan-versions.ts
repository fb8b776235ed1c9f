import { operation } from '#platform/http/operation.ts';
import { getPlanVersion } from '../get-plan-version.ts';
import { planNotFound } from '../problems.ts';
import { describePlan } from '../rules.ts';
import { PricePlanParams, PricePlanV2Page } from '../schema.ts';
import { listVersions, versionList } from '../store/versions.ts';

export const listPricePlanVersions = operation({
  id: 'listPricePlanVersions',
  method: 'GET',
  route: '/v2/price_plans/{price_plan_id}/versions',
  scope: 'plans:read',
  summary: 'List the versions of a price plan, newest first',
  request: { params: PricePlanParams },
  response: { status: 200, body: PricePlanV2Page },
  problems: [planNotFound],
  list: versionList,
  async handle({ tx, org }, { params, page }) {
    const planId = params.price_plan_id;
    await getPlanVersion(tx, org, { planId, version: 'LATEST' });
    const { rows, nextToken } = await listVersions(tx, org, { planId, page });
    return { data: rows.map(describePlan), nextToken };
  },
});
