import { Type } from 'typebox';
import { planNotFound } from '#areas/price-plans/index.ts';
import { operation } from '#platform/http/operation.ts';
import { Text } from '#platform/http/schemas.ts';
import { getVersion } from '../read-plan.ts';
import { PlanVersionAccounts } from '../simulation-schema.ts';
import { countVersionAccounts } from '../store/simulations.ts';

export const listPlanVersionAccounts = operation({
  id: 'listPlanVersionAccounts',
  method: 'GET',
  route: '/ext/v1/price_plans/{price_plan_id}/version_accounts',
  scope: 'plans:read',
  summary: 'Count the accounts on each version of a price plan',
  request: { params: Type.Object({ price_plan_id: Text(1, 50) }) },
  response: { status: 200, body: PlanVersionAccounts },
  problems: [planNotFound],
  async handle({ tx, org, now }, { params }) {
    const planId = params.price_plan_id;
    await getVersion({ tx, org }, { planId, version: undefined });
    return { versions: await countVersionAccounts(tx, org, { planId, now }) };
  },
});
