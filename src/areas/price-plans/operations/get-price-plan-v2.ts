import { Type } from 'typebox';
import { operation } from '#platform/http/operation.ts';
import { getPlanVersion } from '../get-plan-version.ts';
import { planNotFound, planVersionNotFound } from '../problems.ts';
import { describePlan } from '../rules.ts';
import { PricePlanParams, PricePlanV2, VersionText } from '../schema.ts';

export const getPricePlanV2 = operation({
  id: 'getPricePlanV2',
  method: 'GET',
  route: '/v2/price_plans/{price_plan_id}',
  scope: 'plans:read',
  summary: 'Get a version of a price plan',
  request: { params: PricePlanParams, query: Type.Object({ version: Type.Optional(VersionText) }) },
  response: { status: 200, body: PricePlanV2 },
  problems: [planNotFound, planVersionNotFound],
  async handle({ tx, org }, { params, query }) {
    const requested = { planId: params.price_plan_id, version: query.version };
    return describePlan(await getPlanVersion(tx, org, requested));
  },
});
