import { operation } from '#platform/http/operation.ts';
import { listWallets as listRows, walletList } from '../store/wallets.ts';
import { WalletPage } from '../trace-schema.ts';

export const listWallets = operation({
  id: 'listWallets',
  method: 'GET',
  route: '/ext/v1/wallets',
  scope: 'wallet:read',
  summary: 'List wallets',
  description: 'Of all accounts that are not archived, with the terms of their automatic top-up.',
  response: { status: 200, body: WalletPage },
  list: walletList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listRows(tx, org, page);
    const data = rows.map(({ threshold, topupAmount, ...row }) => ({
      ...row,
      autoTopup: threshold && topupAmount ? { threshold, topupAmount } : null,
    }));
    return { data, nextToken };
  },
});
