import { CONTENT_PROBLEMS } from '#areas/price-plans-v1/index.ts';
import { operation } from '#platform/http/operation.ts';
import { describeRevenueV2 } from '../describe-revenue.ts';
import { CALCULATION_PROBLEMS } from '../problems.ts';
import { calculateRequest } from '../read-calculation.ts';
import { CalculateRevenueResponseV2 } from '../result-schema.ts';
import { CalculateRevenueRequest } from '../schema.ts';

export const calculateRevenueV2 = operation({
  id: 'calculateRevenueV2',
  method: 'POST',
  route: '/v2/revenue_calculator',
  scope: 'reports:read',
  summary: 'Calculate the revenue of each rate card of a price plan, without storing it',
  description:
    'Cards are rated as on an invoice, without pricing rules, credits, charges and minimum commitment. ' +
    'Cards that are not billed in the requested cycle have a revenue of 0.',
  request: { body: CalculateRevenueRequest },
  response: { status: 200, body: CalculateRevenueResponseV2 },
  problems: [...CALCULATION_PROBLEMS, ...CONTENT_PROBLEMS],
  isRead: true,
  async handle(context, { body }) {
    const { plan, revenues, ...response } = await calculateRequest(context, body);
    return { ...response, revenueInfo: revenues.map((revenue) => describeRevenueV2(revenue, plan)) };
  },
});
