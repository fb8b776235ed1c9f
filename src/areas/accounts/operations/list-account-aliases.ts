import { operation } from '#platform/http/operation.ts';
import { describeRange } from '../alias-rules.ts';
import { AccountAliasPage } from '../alias-schema.ts';
import { getAccount } from '../get-account.ts';
import { accountNotFound } from '../problems.ts';
import { AccountParams } from '../schema.ts';
import { accountAliasList, listRangesOfAccount } from '../store/aliases.ts';

export const listAccountAliases = operation({
  id: 'listAccountAliases',
  method: 'GET',
  route: '/accounts/{account_id}/account_aliases',
  scope: 'accounts:read',
  summary: 'List all aliases of an account: past, current and future',
  request: { params: AccountParams },
  response: { status: 200, body: AccountAliasPage },
  problems: [accountNotFound],
  list: accountAliasList,
  async handle({ tx, org }, { params, page }) {
    const { id } = await getAccount(tx, org, params.account_id);
    const { rows, nextToken } = await listRangesOfAccount(tx, org, { accountId: id, page });
    return { data: rows.map(describeRange), nextToken };
  },
});
