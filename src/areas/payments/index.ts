export { convertWallet } from './convert-wallet.ts';
export { conversionTooFine, walletLacks } from './problems.ts';
