import { notFoundKind, problemKind } from '#platform/problem.ts';

export const paymentNotFound = notFoundKind('payment');
export const walletLacks = problemKind(
  'WALLET_LACKS_MONEY',
  400,
  (d: { balance: string }) => `amount: the wallet has only ${d.balance} available; send at most that amount`,
);
export const conversionTooFine = problemKind(
  'CONVERSION_TOO_FINE',
  400,
  (d: { currency: string; digits: number }) =>
    `amount: must have at most ${d.digits} decimal places in ${d.currency}`,
);
