import { accountNotFound, getAccount } from '#areas/accounts/index.ts';
import { SUPERSEDED } from '#platform/http/deprecation.ts';
import { operation } from '#platform/http/operation.ts';
import { describeSchedules } from '../describe-schedules.ts';
import { AccountParams, PricingSchedulePage } from '../schedule-schema.ts';
import { isRequested, listScheduled, scheduleList } from '../store/schedules.ts';

export const listPricingSchedules = operation({
  id: 'listPricingSchedules',
  method: 'GET',
  route: '/accounts/{account_id}/pricing_schedules',
  scope: 'plans:read',
  portal: { mode: 'READ' },
  summary: 'List the live schedules of an account with their prices, earliest first',
  description:
    '`start_date` and `end_date` select schedules with days in `[start_date, end_date)`. `compact` ' +
    'omits prices and rules; `include_price_plan_info` adds name and description of the plan.',
  deprecated: { ...SUPERSEDED, successor: 'GET /v2/accounts/{account_id}/schedules' },
  request: { params: AccountParams },
  response: { status: 200, body: PricingSchedulePage },
  problems: [accountNotFound],
  list: scheduleList,
  async handle({ tx, org }, { params, page }) {
    const { id: accountId } = await getAccount(tx, org, params.account_id);
    const { rows, nextToken } = await listScheduled(tx, org, { accountId, page });
    const isCompact = isRequested(page, 'compact');
    const isWithPlan = isRequested(page, 'include_price_plan_info');
    return { data: await describeSchedules({ tx, org }, rows, { isCompact, isWithPlan }), nextToken };
  },
});
