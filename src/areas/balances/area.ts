import type { Area } from '#platform/http/area.ts';
import { previewCreditVoid } from './operations/preview-credit-void.ts';
import { previewCredits } from './operations/preview-credits.ts';
import { previewWallet } from './operations/preview-wallet.ts';

/** What credits and wallets paid and have left, and what a change of them would do to invoices. */
export const balances: Area = {
  name: 'balances',
  title: 'Balances',
  operations: [previewCredits, previewCreditVoid, previewWallet],
};
