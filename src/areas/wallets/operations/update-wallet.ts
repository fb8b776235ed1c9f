import { accountArchived, accountNotFound } from '#areas/accounts/index.ts';
import { operation } from '#platform/http/operation.ts';
import { changeOnRequest } from '../change-on-request.ts';
import { showWallet } from '../get-wallet.ts';
import { walletHolds, walletNotFound, walletSpent } from '../problems.ts';
import { UpdateWalletRequest, Wallet, WalletParams } from '../schema.ts';

export const updateWallet = operation({
  id: 'updateWallet',
  method: 'PATCH',
  route: '/accounts/{account_id}/wallet',
  scope: 'wallet:write',
  summary: 'Change the wallet of an account',
  description:
    'INACTIVE: the wallet keeps its balance, and only refunds are credited or debited. Money can be ' +
    'debited from `effectiveFrom` on, which cannot be later than the first debit. The wallet pays what ' +
    'the account owes as soon as it can. Absent members stay unchanged.',
  request: { params: WalletParams, body: UpdateWalletRequest, isBodyOptional: true },
  response: { status: 200, body: Wallet },
  problems: [accountNotFound, accountArchived, walletNotFound, walletSpent, walletHolds],
  async handle({ tx, org, now }, { params, body = {} }) {
    const accountId = await changeOnRequest({ tx, org, now }, { accountId: params.account_id, ...body });
    return showWallet(tx, org, accountId);
  },
});
