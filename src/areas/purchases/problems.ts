import { accountArchived, accountInDraft, accountNotFound } from '#areas/accounts/index.ts';
import { offerNegative, offerTooLarge } from '#areas/invoices/index.ts';
import { cycleConfigInvalid, planArchived, planNotFound } from '#areas/price-plans/index.ts';
import { CONTENT_PROBLEMS } from '#areas/price-plans-v1/index.ts';
import { EDIT_PROBLEMS } from '#areas/schedules/index.ts';
import { walletInactive, walletNotFound } from '#areas/wallets/index.ts';
import { notFoundKind, problemKind } from '#platform/problem.ts';

export const purchaseNotFound = notFoundKind('purchase');
export const proposalNotFound = notFoundKind('purchase proposal');

/** Each sentence begins with the member that it describes. */
export const purchaseInvalid = problemKind(
  'PURCHASE_INVALID',
  400,
  (d: { at: string; rule: string }) => `${d.at}: ${d.rule}`,
);
export const portalBuysMoney = problemKind(
  'FORBIDDEN',
  403,
  () => 'forbidden: a portal token may buy WALLET_TOPUP only, without a purchaseAmount',
);
export const typeRefused = problemKind(
  'PURCHASE_TYPE_REFUSED',
  400,
  (d: { type: 'WALLET_TOPUP' | 'PREPAID' }) =>
    d.type === 'PREPAID'
      ? 'type: PREPAID purchases cannot be created; the PREPAID rate cards of a plan create them when ' +
        'a cycle begins'
      : 'type: a proposal must offer a plan; create a purchase for a WALLET_TOPUP',
);
export const planTypeRefused = problemKind(
  'PURCHASE_PLAN_TYPE_REFUSED',
  400,
  (d: { planId: string; planType: string; type: string }) =>
    `pricePlanId: price plan ${d.planId} is of type ${d.planType}; ` +
    `${d.type} needs one of type ${d.type === 'ASSOCIATION' ? 'BILLING' : 'PURCHASE'}`,
);
export const planNotForSale = problemKind(
  'PURCHASE_PLAN_NOT_ACTIVE',
  400,
  (d: { id: string }) => `pricePlanId: price plan ${d.id} has no active version; finalize it first`,
);
export const planHasNoCards = problemKind(
  'PURCHASE_PLAN_EMPTY',
  400,
  (d: { id: string }) => `pricePlanId: price plan ${d.id} has no rate cards, so there is nothing to buy`,
);
export const currencyNotSold = problemKind(
  'PURCHASE_CURRENCY_MISSING',
  400,
  (d: { id: string; currency: string }) =>
    `pricePlanId: price plan ${d.id} has no active prices in ${d.currency}, the account's currency`,
);
export const creditTooLarge = problemKind(
  'PURCHASE_CREDIT_TOO_LARGE',
  400,
  (d: { card: string }) =>
    `rate card ${d.card} would grant a credit with more than 34 digits before the decimal point: ` +
    'reduce the quantity',
);
export const purchaseKeyTaken = problemKind(
  'PURCHASE_KEY_TAKEN',
  422,
  (d: { key: string }) =>
    `idempotencyKey: ${d.key} was used before for another purchase of the account; use a new key`,
);
export const topupRefunded = problemKind(
  'TOPUP_REFUNDED',
  400,
  (d: { invoiceId: string; status: string }) =>
    `invoice ${d.invoiceId} is ${d.status}: its payment was returned, so the wallet cannot be topped up`,
);
export const proposalDecided = problemKind(
  'PROPOSAL_ANSWERED',
  400,
  (d: { id: string; status: string }) =>
    `purchase proposal ${d.id} is ${d.status}, which is final; create a new proposal`,
);
export const proposalExpired = problemKind(
  'PROPOSAL_EXPIRED',
  400,
  (d: { id: string; at: Temporal.Instant }) =>
    `purchase proposal ${d.id} expired at ${d.at}; create a new proposal`,
);
export const currencyChanged = problemKind(
  'PROPOSAL_CURRENCY_CHANGED',
  400,
  (d: { offered: string; currency: string }) =>
    `the proposal is in ${d.offered}, but the account is now billed in ${d.currency}; create a new proposal`,
);

/** The problems that reject a purchase or a proposal. */
export const PURCHASE_PROBLEMS = [
  ...[accountNotFound, accountArchived, accountInDraft, planNotFound, planArchived, typeRefused],
  ...[purchaseInvalid, planTypeRefused, planNotForSale, planHasNoCards, currencyNotSold, creditTooLarge],
  ...[offerNegative, offerTooLarge, purchaseKeyTaken, cycleConfigInvalid, walletInactive, walletNotFound],
  ...CONTENT_PROBLEMS,
  ...EDIT_PROBLEMS,
];
