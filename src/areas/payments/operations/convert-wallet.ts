import { accountArchived, accountInDraft, accountNotFound } from '#areas/accounts/index.ts';
import { walletInactive, walletNotFound } from '#areas/wallets/index.ts';
import { operation } from '#platform/http/operation.ts';
import { convertWallet as convert } from '../convert-wallet.ts';
import { conversionTooFine, walletLacks } from '../problems.ts';
import { AccountParams, ConvertedCredit, ConvertWalletRequest } from '../schema.ts';

export const convertWallet = operation({
  id: 'convertWallet',
  method: 'POST',
  route: '/ext/v1/accounts/{account_id}/wallet/convert',
  scope: 'wallet:write',
  summary: 'Convert wallet money to a credit',
  description:
    'The credit has no end and is spent after all others; it cannot be converted back. A repeated request ' +
    'converts twice; send an Idempotency-Key.',
  request: { params: AccountParams, body: ConvertWalletRequest },
  response: { status: 200, body: ConvertedCredit },
  problems: [
    ...[accountNotFound, accountArchived, accountInDraft, walletNotFound, walletInactive, walletLacks],
    conversionTooFine,
  ],
  async handle(context, { params, body }) {
    const accountId = params.account_id;
    return { creditId: await convert(context, { accountId, amount: body.amount }) };
  },
});
