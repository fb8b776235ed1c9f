import { accountNotFound, getAccount } from '#areas/accounts/index.ts';
import { operation } from '#platform/http/operation.ts';
import { readSoldPlans } from '../read-plans.ts';
import { describeListedPurchase } from '../rules.ts';
import { AccountParams, PurchasePage } from '../schema.ts';
import { listPurchases as listRows, purchaseList } from '../store.ts';

export const listPurchases = operation({
  id: 'listPurchases',
  method: 'GET',
  route: '/accounts/{account_id}/purchases',
  scope: 'plans:read',
  portal: { mode: 'READ', hides: ['idempotencyKey'] },
  summary: 'List the purchases of an account',
  description: 'Includes purchases that plans order, and approved proposals.',
  request: { params: AccountParams },
  response: { status: 200, body: PurchasePage },
  problems: [accountNotFound],
  list: purchaseList,
  async handle({ tx, org }, { params, page }) {
    const account = await getAccount(tx, org, params.account_id);
    const { rows, nextToken } = await listRows(tx, org, { accountId: account.id, page });
    const planOf = await readSoldPlans({ tx, org }, rows);
    return { data: rows.map((row) => ({ ...describeListedPurchase(row), ...planOf(row) })), nextToken };
  },
});
