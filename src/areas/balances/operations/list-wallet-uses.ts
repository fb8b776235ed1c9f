import { accountNotFound, getAccount } from '#areas/accounts/index.ts';
import { operation } from '#platform/http/operation.ts';
import { AccountParams } from '../schema.ts';
import { listWalletUses as listRows, walletUseList } from '../store/wallet-traces.ts';
import { WalletUsePage } from '../trace-schema.ts';

export const listWalletUses = operation({
  id: 'listWalletUses',
  method: 'GET',
  route: '/ext/v1/accounts/{account_id}/wallet/uses',
  scope: 'wallet:read',
  summary: 'List what the money of a wallet paid, with its source',
  description:
    'One row for each part of a use that came from one source, newest use first: which top-up paid which ' +
    'invoice. Money is spent oldest first.',
  request: { params: AccountParams },
  response: { status: 200, body: WalletUsePage },
  list: walletUseList,
  problems: [accountNotFound],
  async handle({ tx, org }, { params, page }) {
    const { id: accountId } = await getAccount(tx, org, params.account_id);
    const { rows, nextToken } = await listRows(tx, org, { accountId, page });
    const data = rows.map(({ position, ordinal, useOrdinal, ...row }) => ({
      id: `${ordinal}-${useOrdinal}`,
      ...row,
    }));
    return { data, nextToken };
  },
});
