import type { Area } from '#platform/http/area.ts';
import { listCreditUses } from './operations/list-credit-uses.ts';
import { listInvoicePayments } from './operations/list-invoice-payments.ts';
import { listWalletSources } from './operations/list-wallet-sources.ts';
import { listWalletUses } from './operations/list-wallet-uses.ts';
import { listWallets } from './operations/list-wallets.ts';
import { previewCreditVoid } from './operations/preview-credit-void.ts';
import { previewCredits } from './operations/preview-credits.ts';
import { previewWallet } from './operations/preview-wallet.ts';

/** What credits and wallets paid and have left, and what a change of them would do to invoices. */
export const balances: Area = {
  name: 'balances',
  title: 'Balances',
  operations: [
    ...[listCreditUses, previewCredits, previewCreditVoid],
    ...[listWallets, listWalletSources, listWalletUses, previewWallet, listInvoicePayments],
  ],
};
