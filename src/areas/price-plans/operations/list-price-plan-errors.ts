import { operation } from '#platform/http/operation.ts';
import { findPlanErrors } from '../find-plan-errors.ts';
import { getPlanVersion } from '../get-plan-version.ts';
import { planNotFound } from '../problems.ts';
import { PricePlanParams, ValidatedEntityErrorPage } from '../schema.ts';

export const listPricePlanErrors = operation({
  id: 'listPricePlanErrors',
  method: 'GET',
  route: '/v2/price_plans/{price_plan_id}/errors',
  scope: 'plans:read',
  summary: 'List errors that prevent finalizing the newest version',
  description: 'Empty if it can be finalized. The list is complete; there are no further pages.',
  request: { params: PricePlanParams },
  response: { status: 200, body: ValidatedEntityErrorPage },
  problems: [planNotFound],
  async handle({ tx, org }, { params }) {
    const version = await getPlanVersion(tx, org, { planId: params.price_plan_id, version: 'LATEST' });
    return { data: await findPlanErrors(tx, org, version), nextToken: null };
  },
});
