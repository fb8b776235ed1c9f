import { walletFull, walletInactive, walletNotFound } from '#areas/wallets/index.ts';
import { concurrentChange, problemKind } from '#platform/problem.ts';
import { invoiceNotFound } from '../problems.ts';

export const paymentTaken = problemKind(
  'PAYMENT_TAKEN',
  409,
  (d: { id: string; number: string }) =>
    `externalPaymentReference: transaction ${d.number} of this source is already recorded as payment ${d.id}`,
);
/** Each sentence begins with the member that it describes. */
export const paymentInvalid = problemKind(
  'PAYMENT_INVALID',
  400,
  (d: { at: string; rule: string }) => `${d.at}: ${d.rule}`,
);
export const amountExceedsOutstanding = problemKind(
  'PAYMENT_EXCEEDS_OUTSTANDING',
  400,
  (d: { at: string; outstanding: string; id: string }) =>
    `${d.at}.amount: amount exceeds outstanding ${d.outstanding} of invoice ${d.id}; add the excess ` +
    'to the wallet with a record of type WALLET_CREDIT',
);
export const invoiceNotPayable = problemKind(
  'INVOICE_NOT_PAYABLE',
  400,
  (d: { at: string; id: string; status: string; mergedInto: string | null }) =>
    d.mergedInto === null
      ? `${d.at}.platformId: invoice ${d.id} is ${d.status} and cannot be paid`
      : `${d.at}.platformId: invoice ${d.id} is merged into invoice ${d.mergedInto}; pay that invoice`,
);
/** Each sentence begins with the member that it describes. */
export const allocationRefused = problemKind(
  'WALLET_ALLOCATION_REFUSED',
  400,
  (d: { at: string; rule: string }) => `${d.at}: ${d.rule}`,
);
export const paymentReversed = problemKind(
  'PAYMENT_REVERSED',
  400,
  (d: { id: string }) => `payment ${d.id} is already reversed`,
);
export const paymentNotReversible = problemKind(
  'PAYMENT_NOT_REVERSIBLE',
  400,
  (d: { id: string; because: string }) => `payment ${d.id} cannot be reversed: ${d.because}`,
);
export const nothingToRefund = problemKind(
  'INVOICE_NOTHING_TO_REFUND',
  400,
  (d: { id: string; because: string }) => `invoice ${d.id} has nothing left to refund: ${d.because}`,
);

/** The problems that reject a payment. */
export const PAYMENT_PROBLEMS = [
  ...[paymentTaken, paymentInvalid, amountExceedsOutstanding, invoiceNotPayable, invoiceNotFound],
  ...[walletNotFound, walletInactive, walletFull, concurrentChange],
];

export const groupHasNoPayer = problemKind(
  'INVOICE_HAS_NO_PAYER',
  400,
  (d: { id: string }) =>
    `invoice ${d.id} cannot be PAID: its group no longer has an account that could pay it; set it ` +
    'to UN_COLLECTIBLE or VOID',
);
