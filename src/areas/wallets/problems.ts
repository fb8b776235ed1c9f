import { problemKind } from '#platform/problem.ts';

export const walletNotFound = problemKind(
  'WALLET_NOT_FOUND',
  404,
  (d: { accountId: string }) => `account ${d.accountId} has no wallet before it is active`,
);
export const walletInactive = problemKind(
  'WALLET_INACTIVE',
  400,
  (d: { accountId: string }) =>
    `the wallet of account ${d.accountId} is INACTIVE; set its status to ACTIVE before money is put in`,
);
export const topupTooFine = problemKind(
  'TOPUP_AMOUNT_TOO_FINE',
  400,
  (d: { currency: string; digits: number }) =>
    `topupAmount: must have at most ${d.digits} digits after the point in ${d.currency}`,
);
export const walletFull = problemKind(
  'WALLET_FULL',
  400,
  (d: { accountId: string }) =>
    `topupAmount: the balance of account ${d.accountId} would be too large; send less`,
);
export const walletSpent = problemKind(
  'WALLET_SPENT',
  400,
  (d: { at: string }) =>
    `effectiveFrom: money was taken out at ${d.at} already; send that or an earlier time`,
);
export const walletHolds = problemKind(
  'WALLET_HOLDS',
  400,
  (d: { amount: string }) =>
    `status: ${d.amount} is held for drafts; wait until they are issued, or reverse the payments to them`,
);
