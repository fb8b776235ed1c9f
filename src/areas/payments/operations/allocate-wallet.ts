import { accountNotFound, lockAccount } from '#areas/accounts/index.ts';
import {
  allocateWallet as allocate,
  allocationRefused,
  findInvoice,
  invoiceNotFound,
} from '#areas/invoices/index.ts';
import { findHold, findWallet, walletNotFound } from '#areas/wallets/index.ts';
import { ZERO } from '#core/decimal.ts';
import { operation } from '#platform/http/operation.ts';
import { concurrentChange } from '#platform/problem.ts';
import { AccountParams, AllocateWalletRequest, WalletAllocation } from '../schema.ts';

export const allocateWallet = operation({
  id: 'allocateWallet',
  method: 'POST',
  route: '/ext/v1/accounts/{account_id}/wallet/allocate',
  scope: 'wallet:write',
  summary: 'Pay an invoice from the wallet',
  description:
    'Works even if WALLET_AUTO_NET_OFF or applyWalletBalance is false. An invoice that is DUE, ' +
    'PARTIALLY_PAID or UN_COLLECTIBLE is paid at once, and so is an order, which becomes an invoice when ' +
    'it is fully paid. For a DRAFT the amount is held, at most its current total; it is paid when the ' +
    'draft is issued and released when it is voided, deleted or merged into the invoice of a group. A ' +
    'repeated request counts twice; send an Idempotency-Key.',
  request: { params: AccountParams, body: AllocateWalletRequest },
  response: { status: 200, body: WalletAllocation },
  problems: [accountNotFound, invoiceNotFound, walletNotFound, allocationRefused, concurrentChange],
  async handle(context, { params, body }) {
    const { tx, org } = context;
    const { invoiceId, amount } = body;
    const account = await lockAccount(tx, org, params.account_id);
    await allocate(context, account, { invoiceId, amount });
    const [invoice, wallet] = [await findInvoice(tx, org, invoiceId), await findWallet(tx, org, account.id)];
    if (!invoice || !wallet) throw concurrentChange();
    const { status: invoiceStatus, paidAmount } = invoice;
    const heldAmount = (await findHold(tx, org, { accountId: account.id, invoiceId }))?.amount ?? ZERO;
    return { invoiceId, invoiceStatus, paidAmount, heldAmount, balance: wallet.balance };
  },
});
