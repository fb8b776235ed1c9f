import { operation } from '#platform/http/operation.ts';
import { beginPurchase } from '../begin-purchase.ts';
import { makePurchase } from '../make-purchase.ts';
import { PURCHASE_PROBLEMS, portalBuysMoney } from '../problems.ts';
import { describePurchase } from '../rules.ts';
import { AccountParams, CreatePurchaseRequest, Purchase, type PurchaseRequest } from '../schema.ts';

export const createPurchase = operation({
  id: 'createPurchase',
  method: 'POST',
  route: '/accounts/{account_id}/purchases',
  scope: 'plans:write',
  portal: {
    mode: 'WRITE',
    accepts: ['type', 'walletTopupDetails', 'idempotencyKey'],
    hides: ['idempotencyKey'],
  },
  summary: 'Buy a plan for an account',
  description:
    'ENTITLEMENT_GRANT buys a PURCHASE plan: an order for its price is created, and when it is paid the ' +
    'credits are granted, starting at that instant. ASSOCIATION associates a BILLING plan with the ' +
    'account, which bills by its own cycles. A price of 0 is paid at once. The price is fixed here. A ' +
    'request repeated under its idempotencyKey returns the purchase in its current state. WALLET_TOPUP ' +
    'buys money for the wallet, which gets it when the order is paid. PREPAID purchases are created by ' +
    'plans. A portal token may buy money for the wallet, at its face value.',
  request: { params: AccountParams, body: CreatePurchaseRequest },
  response: { status: 200, body: Purchase },
  problems: [...PURCHASE_PROBLEMS, portalBuysMoney],
  async handle(context, { params, body }) {
    if (context.actor.portal && !isPlainTopup(body)) throw portalBuysMoney();
    const requested = { accountId: params.account_id, body, paymentMode: null };
    return describePurchase(
      await makePurchase(context, requested, (made) => beginPurchase(context, made, body.expiryDate)),
    );
  },
});

/** A portal token must not set the price of money, or it would get the money for free. */
function isPlainTopup({ type, walletTopupDetails: details }: PurchaseRequest): boolean {
  return type === 'WALLET_TOPUP' && details?.purchaseAmount === undefined;
}
