import { operation } from '#platform/http/operation.ts';
import { describeAccounts } from '../describe-accounts.ts';
import { AccountPage } from '../schema.ts';
import { accountList, listAccounts as listRows } from '../store/accounts.ts';

export const listAccounts = operation({
  id: 'listAccounts',
  method: 'GET',
  route: '/accounts',
  scope: 'accounts:read',
  portal: { mode: 'READ', accountFilter: 'account_id', hides: ['metadata', 'settings'] },
  summary: 'List accounts',
  description: 'Lists all accounts except archived ones unless the query filters by status.',
  response: { status: 200, body: AccountPage },
  list: accountList,
  async handle({ tx, org, now, deployment }, { page }) {
    const { rows, nextToken } = await listRows(tx, org, page);
    return { data: await describeAccounts({ tx, org, deployment }, { rows, at: now }), nextToken };
  },
});
