import { Type } from 'typebox';
import { planNotFound, planVersionNotFound } from '#areas/price-plans/index.ts';
import { SUPERSEDED } from '#platform/http/deprecation.ts';
import { operation } from '#platform/http/operation.ts';
import { describePlan } from '../describe-plan.ts';
import { readWholeVersion } from '../read-whole-version.ts';
import { PricePlan, PricePlanParams } from '../schema.ts';

const MAX_INT32 = 2_147_483_647;

export const getPricePlan = operation({
  id: 'getPricePlan',
  method: 'GET',
  route: '/price_plans/{price_plan_id}',
  scope: 'plans:read',
  summary: 'Get a price plan with its cards and rules',
  description: 'Shows the requested version; else the newest active one, or the draft if there is none.',
  deprecated: { ...SUPERSEDED, successor: 'GET /v2/price_plans/{price_plan_id}' },
  request: {
    params: PricePlanParams,
    query: Type.Object({ version: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_INT32 })) }),
  },
  response: { status: 200, body: PricePlan },
  problems: [planNotFound, planVersionNotFound],
  async handle({ tx, org }, { params, query }) {
    const requested = { planId: params.price_plan_id, version: query.version };
    return describePlan(await readWholeVersion(tx, org, requested));
  },
});
