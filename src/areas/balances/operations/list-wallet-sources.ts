import { accountNotFound, getAccount } from '#areas/accounts/index.ts';
import { operation } from '#platform/http/operation.ts';
import { AccountParams } from '../schema.ts';
import { listWalletSources as listRows, walletSourceList } from '../store/wallet-traces.ts';
import { WalletSourcePage } from '../trace-schema.ts';

export const listWalletSources = operation({
  id: 'listWalletSources',
  method: 'GET',
  route: '/ext/v1/accounts/{account_id}/wallet/sources',
  scope: 'wallet:read',
  summary: 'List where the money of a wallet came from, and what is left of each',
  description:
    'Newest first. Money is spent oldest first, and money that is held for drafts counts as used. A ' +
    'reversal or a refund of a source takes back its own money.',
  request: { params: AccountParams },
  response: { status: 200, body: WalletSourcePage },
  list: walletSourceList,
  problems: [accountNotFound],
  async handle({ tx, org }, { params, page }) {
    const { id: accountId } = await getAccount(tx, org, params.account_id);
    const { rows, nextToken } = await listRows(tx, org, { accountId, page });
    return { data: rows.map(({ ordinal, ...row }) => row), nextToken };
  },
});
