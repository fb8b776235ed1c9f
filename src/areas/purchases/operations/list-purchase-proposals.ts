import { accountNotFound, getAccount } from '#areas/accounts/index.ts';
import { operation } from '#platform/http/operation.ts';
import { readPlanNames } from '../read-plans.ts';
import { describeListedProposal } from '../rules.ts';
import { AccountParams, ProposalPage } from '../schema.ts';
import { listProposals, purchaseList } from '../store.ts';

export const listPurchaseProposals = operation({
  id: 'listPurchaseProposals',
  method: 'GET',
  route: '/accounts/{account_id}/purchase_proposals',
  scope: 'plans:read',
  portal: { mode: 'READ', hides: ['idempotencyKey'] },
  summary: 'List the purchase proposals of an account',
  request: { params: AccountParams },
  response: { status: 200, body: ProposalPage },
  problems: [accountNotFound],
  list: purchaseList,
  async handle({ tx, org }, { params, page }) {
    const account = await getAccount(tx, org, params.account_id);
    const { rows, nextToken } = await listProposals(tx, org, { accountId: account.id, page });
    const nameOf = await readPlanNames({ tx, org }, rows);
    const data = rows.map((row) => ({ ...describeListedProposal(row), pricePlanName: nameOf(row) }));
    return { data, nextToken };
  },
});
