import { SUPERSEDED } from '#platform/http/deprecation.ts';
import { operation } from '#platform/http/operation.ts';
import { describeListedPlan } from '../describe-plan.ts';
import { readWholeVersions } from '../read-whole-version.ts';
import { PricePlanPage } from '../schema.ts';
import { listPlans, planList } from '../store/plans.ts';

export const listPricePlans = operation({
  id: 'listPricePlans',
  method: 'GET',
  route: '/price_plans',
  scope: 'plans:read',
  summary: 'List price plans with their cards and rules',
  description: 'Each with its newest active version, or with its draft if it was never active.',
  deprecated: { ...SUPERSEDED, successor: 'GET /v2/price_plans' },
  response: { status: 200, body: PricePlanPage },
  list: planList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listPlans(tx, org, page);
    const plans = await readWholeVersions(tx, org, rows);
    return { data: plans.map(describeListedPlan), nextToken };
  },
});
