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
  summary: 'Compare the revenue of two price plans for actual usage of accounts',
  description:
    'Calculates each pricing cycle twice, as if each plan had replaced that of the account; ' +
    'without pricing rules, credits, charges and minimum commitment. Changes nothing. ' +
    'Includes accounts that cannot be priced, with the reason.',
  request: { body: PlanComparisonRequest },
  response: { status: 200, body: PlanComparison },
  problems: [...CALCULATION_PROBLEMS, ...CONTENT_PROBLEMS, comparisonTooLarge],
  isRead: true,
  handle: (context, { body }) => compare(context, body),
});
