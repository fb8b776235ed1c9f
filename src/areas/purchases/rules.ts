import type { PurchasedEntry } from '#areas/entitlements/index.ts';
import type { PurchaseRow } from './store.ts';

/** Returns a purchase in wire form. */
export function describePurchase(row: PurchaseRow) {
  return {
    ...describeShared(row),
    ...describeBought(row),
    accountId: row.accountId,
    // Stored with decimals as texts, as they are written.
    purchasePlanOverride: row.purchasePlanOverride as null,
    associationOverride: row.associationOverride as null,
    walletTopupDetails: describeTopup(row),
    effectiveFrom: row.effectiveFrom,
    effectiveUntil: row.effectiveUntil,
    expiryDate: row.expiryDate,
    invoiceId: row.invoiceId,
    comment: row.comment,
  };
}

export function describeProposal(row: PurchaseRow) {
  return { ...describePurchase(row), ...describeResponse(row), proposalResponseDate: row.respondedAt };
}

export function describeListedPurchase(row: PurchaseRow) {
  return { ...describeShared(row), ...describeBought(row) };
}

export function describeListedProposal(row: PurchaseRow) {
  return { ...describeShared(row), ...describeResponse(row), expiryDate: row.expiryDate };
}

/** Returns the feature credits that a purchase granted. */
export function describeEntry(entry: PurchasedEntry) {
  const { updatedAt, effectiveFrom, effectiveUntil } = entry;
  return {
    ...{ id: entry.featureId, name: entry.featureName, updatedAt, effectiveFrom, effectiveUntil },
    ...{ creditsGranted: entry.granted, creditsAvailable: entry.available },
  };
}

/** The price of an order is that of the purchase. */
function describeTopup({ topupAmount, price }: PurchaseRow) {
  return topupAmount && { topupAmount, purchaseAmount: price };
}

function describeShared(row: PurchaseRow) {
  const { id, status, type, idempotencyKey, createdAt, updatedAt } = row;
  return {
    ...{ id, status, type, idempotencyKey, createdAt, updatedAt },
    pricePlanId: row.planId,
    pricePlanVersion: row.planVersion,
  };
}

function describeBought({ quantity, rateCardQuantities, price, currency }: PurchaseRow) {
  return { quantity, rateCardQuantities, price, invoiceCurrency: currency };
}

function describeResponse({ id, paymentMode }: PurchaseRow) {
  if (paymentMode === null) throw new Error(`purchase ${id} is not a proposal`);
  return { paymentMode };
}
