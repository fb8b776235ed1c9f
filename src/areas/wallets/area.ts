import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { walletAudits } from './audits.ts';
import { getWallet } from './operations/get-wallet.ts';
import { listWalletEntries } from './operations/list-wallet-entries.ts';
import { topupWallet } from './operations/topup-wallet.ts';
import { updateWallet } from './operations/update-wallet.ts';

export const wallets: Area = {
  name: 'wallets',
  title: 'Wallets',
  resources: { wallet: { get: getWallet } },
  operations: [getWallet, updateWallet, topupWallet, listWalletEntries],
  audits: walletAudits,
};
