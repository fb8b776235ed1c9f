import { notFoundKind, problemKind } from '#platform/problem.ts';

export const requestNotFound = notFoundKind('payment request');
export const refundNotFound = notFoundKind('payment refund');
export const nobodyCollects = problemKind(
  'NO_PAYMENT_PROVIDER',
  400,
  () =>
    'no payment provider collects money: configure one with PUT /ext/v1/payment_provider, or record ' +
    'the payment',
);
export const invoiceNotOwed = problemKind(
  'INVOICE_NOT_OWED',
  400,
  (d: { id: string; status: string }) =>
    `invoice ${d.id} is ${d.status}: it has no outstanding amount to collect`,
);
export const requestPending = problemKind(
  'PAYMENT_REQUEST_PENDING',
  400,
  (d: { id: string }) => `payment request ${d.id} already collects this invoice; wait for its result`,
);
export const requestEnded = problemKind(
  'PAYMENT_REQUEST_ENDED',
  400,
  (d: { id: string; status: string }) =>
    `payment request ${d.id} is ${d.status}; only a FAILED request can be retried`,
);
export const eventNotGenuine = problemKind(
  'PROVIDER_EVENT_NOT_GENUINE',
  400,
  () =>
    'signature: the event must be signed with a secret of the payment provider within the last 5 ' +
    'minutes, and its payload must have the form in docs/payments.md',
);
