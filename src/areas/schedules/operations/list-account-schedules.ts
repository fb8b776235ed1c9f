import { accountNotFound, getAccount } from '#areas/accounts/index.ts';
import { operation } from '#platform/http/operation.ts';
import { describeSchedules } from '../describe-schedules.ts';
import { readMode } from '../rules.ts';
import { AccountParams, SchedulePage } from '../schema.ts';
import { listTimelinePage, scheduleList } from '../store/schedules.ts';

export const listAccountSchedules = operation({
  id: 'listAccountSchedules',
  method: 'GET',
  route: '/v2/accounts/{account_id}/schedules',
  scope: 'plans:read',
  portal: { mode: 'READ' },
  summary: 'List the live or draft schedules of an account, earliest first',
  description: '`mode` is required. Without a draft, mode DRAFT returns an empty list.',
  request: { params: AccountParams },
  response: { status: 200, body: SchedulePage },
  problems: [accountNotFound],
  list: scheduleList,
  async handle({ tx, org }, { params, page }) {
    readMode(page.filters.mode);
    const { id: accountId } = await getAccount(tx, org, params.account_id);
    const { rows, nextToken } = await listTimelinePage(tx, org, { accountId, page });
    return { data: await describeSchedules({ tx, org }, rows), nextToken };
  },
});
