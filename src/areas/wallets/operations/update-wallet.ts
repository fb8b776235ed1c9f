import { accountArchived, accountNotFound } from '#areas/accounts/index.ts';
import { decimalText } from '#core/decimal.ts';
import { operation } from '#platform/http/operation.ts';
import { lockWalletOf, showWallet } from '../get-wallet.ts';
import { planFunded } from '../plan-funded.ts';
import { walletHolds, walletNotFound, walletSpent } from '../problems.ts';
import { UpdateWalletRequest, Wallet, WalletParams } from '../schema.ts';
import { changeWallet, findFirstDebit } from '../store/wallets.ts';

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
    const wallet = await lockWalletOf(tx, org, params.account_id);
    const { accountId, status, effectiveFrom, holdAmount } = wallet;
    const set = { status: body.status ?? status, effectiveFrom: body.effectiveFrom ?? effectiveFrom };
    const spentAt = await findFirstDebit(tx, org, accountId);
    if (spentAt && Temporal.Instant.compare(spentAt, set.effectiveFrom) < 0)
      throw walletSpent({ at: spentAt.toString() });
    const isSame = set.status === status && set.effectiveFrom.equals(effectiveFrom);
    if (set.status === 'INACTIVE' && holdAmount.gt(0)) throw walletHolds({ amount: decimalText(holdAmount) });
    if (!isSame) await changeWallet(tx, org, { accountId, set, now });
    const mayPay = !isSame && set.status === 'ACTIVE';
    if (mayPay) await planFunded({ tx, org, now }, { accountId, dueAt: set.effectiveFrom });
    return showWallet(tx, org, accountId);
  },
});
