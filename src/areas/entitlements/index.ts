export { debitFeature, type OpenWallets, openWallets } from './debit-feature.ts';
export {
  applyDebit,
  type FeatureDebit,
  type FeatureRemainder,
  type FeatureWallet,
  planDebit,
  remainderOf,
} from './draw-credits.ts';
export { endEntitlements } from './end-entitlements.ts';
export { grantCycleEntitlements } from './grant-cycle-entitlements.ts';
export { grantPurchasedEntitlements, type PurchasedFeature } from './grant-purchased-entitlements.ts';
export { findDebited, returnCredits } from './return-credits.ts';
export {
  type FeatureBalance,
  listFeatureBalances,
  listOverageBuckets,
  type OverageBucket,
  readFeatureBalance,
  sumOverage,
} from './store/balances.ts';
export { listPurchasedEntries, type PurchasedEntry } from './store/purchased-entries.ts';
export { insertDebits, lockWallets, type RecordedDebit, type WalletKey } from './store/wallets.ts';
