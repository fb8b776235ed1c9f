import { CONTENT_PROBLEMS } from '#areas/price-plans-v1/index.ts';
import { operation } from '#platform/http/operation.ts';
import { comparePlans as compare } from '../compare-plans.ts';
import { PlanComparison, PlanComparisonRequest } from '../compare-schema.ts';
import { CALCULATION_PROBLEMS, comparisonTooLarge } from '../problems.ts';

export const comparePlans = operation({
  id: 'comparePlans',
  method: 'POST',
  route: '/ext/v1/plan_comparison',
  scope: 'reports:read',
  summary: 'Compare what two price plans earn with what accounts really used',
  description:
    'Each pricing cycle is calculated twice, as if the plan had been in place of what the account has; ' +
    'without pricing rules, credits, charges and minimum commitment. Changes nothing. ' +
    'An account that cannot be priced is there with the reason.',
  request: { body: PlanComparisonRequest },
  response: { status: 200, body: PlanComparison },
  problems: [...CALCULATION_PROBLEMS, ...CONTENT_PROBLEMS, comparisonTooLarge],
  isRead: true,
  handle: (context, { body }) => compare(context, body),
});
