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
export const bankLineUneven = problemKind(
  'BANK_LINE_UNEVEN',
  400,
  (d: { total: string; sum: string }) =>
    `totalAmount: is ${d.total}, but the payments add up to ${d.sum}; give the difference to one account`,
);
export const bankLineRepeated = problemKind(
  'BANK_LINE_REPEATED',
  400,
  (d: { at: string; id: string }) =>
    `${d.at}.accountId: account ${d.id} has a payment already; put all its records into one`,
);
/** As `paymentInvalid`, for one of several accounts. */
export const bankLineCurrency = problemKind(
  'BANK_LINE_CURRENCY',
  400,
  (d: { at: string; id: string; currency: string; line: string }) =>
    `${d.at}.accountId: account ${d.id} is billed in ${d.currency}, and the line is in ${d.line}`,
);
