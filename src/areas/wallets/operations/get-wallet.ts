import { accountNotFound } from '#areas/accounts/index.ts';
import { operation } from '#platform/http/operation.ts';
import { showWallet } from '../get-wallet.ts';
import { walletNotFound } from '../problems.ts';
import { Wallet, WalletParams } from '../schema.ts';

export const getWallet = operation({
  id: 'getWallet',
  method: 'GET',
  route: '/accounts/{account_id}/wallet',
  scope: 'wallet:read',
  portal: { mode: 'READ', hides: ['metadata'] },
  summary: 'Get the wallet of an account',
  description: 'Every account has a wallet from the instant at which it becomes active.',
  request: { params: WalletParams },
  response: { status: 200, body: Wallet },
  problems: [accountNotFound, walletNotFound],
  handle: ({ tx, org }, { params }) => showWallet(tx, org, params.account_id),
});
