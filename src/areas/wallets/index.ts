export { findAutoNetOff } from './auto-net-off.ts';
export { lockWalletOf } from './get-wallet.ts';
export { holdMoney, releaseHold, resizeHolds, takeHold } from './hold-money.ts';
export { creditWallet, debitWallet, type MoneyContext, recordMovement } from './move-money.ts';
export { planFunded, WALLET_FUNDED } from './plan-funded.ts';
export { walletFull, walletInactive, walletNotFound } from './problems.ts';
export { isUsable } from './rules.ts';
export { findHold } from './store/holds.ts';
export { findWallet, lockWallet, lockWallets, type WalletRow } from './store/wallets.ts';
