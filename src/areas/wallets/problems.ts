import { problemKind } from '#platform/problem.ts';

export const walletNotFound = problemKind(
  'WALLET_NOT_FOUND',
  404,
  (d: { accountId: string }) => `account ${d.accountId} has no wallet yet; set its status to ACTIVE first`,
);
export const walletInactive = problemKind(
  'WALLET_INACTIVE',
  400,
  (d: { accountId: string }) =>
    `the wallet of account ${d.accountId} is INACTIVE; set its status to ACTIVE before adding money`,
);
export const topupTooFine = problemKind(
  'TOPUP_AMOUNT_TOO_FINE',
  400,
  (d: { currency: string; digits: number }) =>
    `topupAmount: must have at most ${d.digits} decimal places in ${d.currency}`,
);
export const walletFull = problemKind(
  'WALLET_FULL',
  400,
  (d: { accountId: string }) =>
    `topupAmount: the wallet balance of account ${d.accountId} would be too large; reduce the amount`,
);
export const walletSpent = problemKind(
  'WALLET_SPENT',
  400,
  (d: { at: string }) => `effectiveFrom: must not be after ${d.at}, when money was already debited`,
);
export const walletHolds = problemKind(
  'WALLET_HOLDS',
  400,
  (d: { amount: string }) =>
    `status: the wallet holds ${d.amount} for draft invoices; wait until they are issued, or ` +
    'reverse their payments from the wallet',
);
