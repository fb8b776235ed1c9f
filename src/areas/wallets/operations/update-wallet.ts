import { accountArchived, accountNotFound } from '#areas/accounts/index.ts';
import { operation } from '#platform/http/operation.ts';
import { getWalletOf, lockWalletOf } from '../get-wallet.ts';
import { walletNotFound, walletSpent } from '../problems.ts';
import { describeWallet } from '../rules.ts';
import { UpdateWalletRequest, Wallet, WalletParams } from '../schema.ts';
import { changeWallet, findFirstDebit } from '../store/wallets.ts';

export const updateWallet = operation({
  id: 'updateWallet',
  method: 'PATCH',
  route: '/accounts/{account_id}/wallet',
  scope: 'wallet:write',
  summary: 'Change the wallet of an account',
  description:
    'INACTIVE: it keeps its balance, and nothing is put in or taken out. `effectiveFrom` says from when on ' +
    'money may be taken out; it cannot be later than money was taken out already. Absent members stay as ' +
    'they are.',
  request: { params: WalletParams, body: UpdateWalletRequest, isBodyOptional: true },
  response: { status: 200, body: Wallet },
  problems: [accountNotFound, accountArchived, walletNotFound, walletSpent],
  async handle({ tx, org, now }, { params, body = {} }) {
    const { accountId, status, effectiveFrom } = await lockWalletOf(tx, org, params.account_id);
    const set = { status: body.status ?? status, effectiveFrom: body.effectiveFrom ?? effectiveFrom };
    const spentAt = await findFirstDebit(tx, org, accountId);
    if (spentAt && Temporal.Instant.compare(spentAt, set.effectiveFrom) < 0)
      throw walletSpent({ at: spentAt.toString() });
    const isSame = set.status === status && set.effectiveFrom.equals(effectiveFrom);
    if (!isSame) await changeWallet(tx, org, { accountId, set, now });
    return describeWallet(await getWalletOf(tx, org, accountId));
  },
});
