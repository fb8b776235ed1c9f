import { accountArchived, accountInDraft, accountNotFound, getAccount } from '#areas/accounts/index.ts';
import { allocationRefused, invoiceNotFound } from '#areas/invoices/index.ts';
import { conversionTooFine, walletLacks } from '#areas/payments/index.ts';
import {
  findAutoTopup,
  findWallet,
  topupTooFine,
  walletFull,
  walletInactive,
  walletNotFound,
} from '#areas/wallets/index.ts';
import { operation } from '#platform/http/operation.ts';
import { concurrentChange } from '#platform/problem.ts';
import { changeWallet } from '../change-wallet.ts';
import { previewBalances } from '../preview-balances.ts';
import { previewIncomplete } from '../problems.ts';
import { AccountParams, PreviewWalletRequest, WalletPreview } from '../schema.ts';

export const previewWallet = operation({
  id: 'previewWallet',
  method: 'POST',
  route: '/ext/v1/accounts/{account_id}/wallet/preview',
  scope: 'wallet:write',
  summary: 'Preview a change of a wallet',
  description:
    'Changes nothing: tops up the wallet, pays an invoice from it, converts money to a credit or activates ' +
    'it; lets invoices and drafts follow, and rolls everything back. Rejects what the change would reject.',
  request: { params: AccountParams, body: PreviewWalletRequest },
  response: { status: 200, body: WalletPreview },
  problems: [
    ...[accountNotFound, accountArchived, accountInDraft, walletNotFound, walletInactive, walletFull],
    ...[topupTooFine, walletLacks, conversionTooFine, invoiceNotFound, allocationRefused],
    ...[previewIncomplete, concurrentChange],
  ],
  async handle(context, { params, body }) {
    const { tx, org } = context;
    const { id: accountId } = await getAccount(tx, org, params.account_id);
    const { read, ...effect } = await previewBalances(context, [accountId], {
      async work() {
        const before = await findWallet(tx, org, accountId);
        if (!before) throw walletNotFound({ accountId });
        const { credit, pays } = await changeWallet(context, { accountId, change: body });
        const granted = new Set(credit ? [credit.id] : []);
        return { result: { before, credit }, granted, pays };
      },
      async read({ before, credit }) {
        const after = (await findWallet(tx, org, accountId)) ?? before;
        const terms = await findAutoTopup(tx, org, accountId);
        const isLower = after.balance.lt(before.balance);
        const starts = terms !== null && isLower && after.balance.lt(terms.threshold);
        return {
          ...{ currency: before.currency, balanceBefore: before.balance, balanceAfter: after.balance },
          ...{ heldBefore: before.holdAmount, heldAfter: after.holdAmount },
          ...(credit && { creditAmount: credit.creditAmount }),
          autoTopup: starts ? { threshold: terms.threshold, topupAmount: terms.topupAmount } : null,
        };
      },
    });
    return { ...read, ...effect };
  },
});
