import { operation } from '#platform/http/operation.ts';
import { describeAlerts } from '../describe-alert.ts';
import { AlertPage } from '../schema.ts';
import { alertList, listAlerts as listRows } from '../store/alerts.ts';

export const listAlerts = operation({
  id: 'listAlerts',
  method: 'GET',
  route: '/alerts',
  scope: 'alerts:read',
  portal: { mode: 'WRITE', accountFilter: 'account_id' },
  summary: 'List alerts',
  response: { status: 200, body: AlertPage },
  list: alertList,
  async handle(context, { page }) {
    const { rows, nextToken } = await listRows(context.tx, context.org, page);
    return { data: await describeAlerts(context, rows), nextToken };
  },
});
