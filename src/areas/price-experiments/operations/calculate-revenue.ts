import { CONTENT_PROBLEMS, describeDetails } from '#areas/price-plans-v1/index.ts';
import { SUPERSEDED } from '#platform/http/deprecation.ts';
import { operation } from '#platform/http/operation.ts';
import { describeRevenue } from '../describe-revenue.ts';
import { CALCULATION_PROBLEMS } from '../problems.ts';
import { calculateRequest } from '../read-calculation.ts';
import { CalculateRevenueResponse } from '../result-schema.ts';
import { CalculateRevenueRequest } from '../schema.ts';

export const calculateRevenue = operation({
  id: 'calculateRevenue',
  method: 'POST',
  route: '/revenue_calculator',
  scope: 'reports:read',
  summary: 'Calculate the revenue of a price plan, without storing it',
  description:
    'Cards are rated as on an invoice, without pricing rules, credits, charges and minimum commitment. ' +
    'Returns the plan in the format of the first version of the API.',
  deprecated: { ...SUPERSEDED, successor: 'POST /v2/revenue_calculator' },
  request: { body: CalculateRevenueRequest },
  response: { status: 200, body: CalculateRevenueResponse },
  problems: [...CALCULATION_PROBLEMS, ...CONTENT_PROBLEMS],
  isRead: true,
  async handle(context, { body }) {
    const { plan, revenues, ...response } = await calculateRequest(context, body);
    const pricePlanDetails = describeDetails(plan.version, plan.cards);
    return { ...response, pricePlanDetails, revenueInfo: revenues.map(describeRevenue) };
  },
});
