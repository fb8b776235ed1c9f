import { accountArchived, accountNotFound } from '#areas/accounts/index.ts';
import { operation } from '#platform/http/operation.ts';
import { showWallet } from '../get-wallet.ts';
import { topupTooFine, walletFull, walletInactive, walletNotFound } from '../problems.ts';
import { TopupWalletRequest, Wallet, WalletParams } from '../schema.ts';
import { topUpOnRequest } from '../top-up.ts';

export const topupWallet = operation({
  id: 'topupWallet',
  method: 'POST',
  route: '/accounts/{account_id}/wallet_topup',
  scope: 'wallet:write',
  summary: 'Top up the wallet of an account',
  description:
    'Records money that was received outside of the platform: nothing is charged and no invoice is ' +
    'created. It pays what the account already owes, unless WALLET_AUTO_NET_OFF is false. A repeated ' +
    'request counts twice; send an Idempotency-Key.',
  request: { params: WalletParams, body: TopupWalletRequest },
  response: { status: 200, body: Wallet },
  problems: [accountNotFound, accountArchived, walletNotFound, walletInactive, topupTooFine, walletFull],
  async handle(context, { params, body }) {
    await topUpOnRequest(context, { accountId: params.account_id, amount: body.topupAmount });
    return showWallet(context.tx, context.org, params.account_id);
  },
});
