import { accountNotFound } from '#areas/accounts/index.ts';
import { operation } from '#platform/http/operation.ts';
import { getWalletOf } from '../get-wallet.ts';
import { walletNotFound } from '../problems.ts';
import { describeEntry } from '../rules.ts';
import { WalletEntryPage, WalletParams } from '../schema.ts';
import { listEntries, walletEntryList } from '../store/wallets.ts';

export const listWalletEntries = operation({
  id: 'listWalletEntries',
  method: 'GET',
  route: '/accounts/{account_id}/wallet/entries',
  scope: 'wallet:read',
  portal: { mode: 'READ' },
  summary: "List the credits and debits of an account's wallet",
  description: 'Newest first, each with the balance after it.',
  request: { params: WalletParams },
  response: { status: 200, body: WalletEntryPage },
  problems: [accountNotFound, walletNotFound],
  list: walletEntryList,
  async handle({ tx, org }, { params, page }) {
    const wallet = await getWalletOf(tx, org, params.account_id);
    const { rows, nextToken } = await listEntries(tx, org, { accountId: wallet.accountId, page });
    return { data: rows.map((row) => describeEntry(row, wallet)), nextToken };
  },
});
