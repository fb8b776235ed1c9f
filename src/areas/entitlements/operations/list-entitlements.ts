import { accountNotFound, getAccount } from '#areas/accounts/index.ts';
import { operation } from '#platform/http/operation.ts';
import { readEntitlements } from '../read-entitlements.ts';
import { AccountParams, EntitlementValues } from '../schema.ts';

export const listEntitlements = operation({
  id: 'listEntitlements',
  method: 'GET',
  route: '/accounts/{account_id}/entitlements',
  scope: 'entitlements:read',
  portal: { mode: 'READ' },
  summary: 'List the entitlements of an account',
  description:
    'A metered feature is "true" while credits or overage are left, else "false". Other features have the ' +
    'value of the setting with its id in the namespace ENTITLEMENT, of the account or else of its plan, ' +
    'or "true" while the plan or a purchase grants it. Sorted by feature id; at most 1000.',
  request: { params: AccountParams },
  response: { status: 200, body: EntitlementValues },
  problems: [accountNotFound],
  async handle({ tx, org, now }, { params }) {
    const { id } = await getAccount(tx, org, params.account_id);
    return { data: await readEntitlements(tx, org, { accountId: id, at: now }) };
  },
});
