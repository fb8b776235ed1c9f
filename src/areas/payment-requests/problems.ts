import { notFoundKind, problemKind } from '#platform/problem.ts';

export const requestNotFound = notFoundKind('payment request');
export const refundNotFound = notFoundKind('payment refund');
export const nobodyCollects = problemKind(
  'NO_PAYMENT_PROVIDER',
  400,
  () => 'no payment provider collects money: PUT /ext/v1/payment_provider first, or record the payment',
);
export const invoiceNotOwed = problemKind(
  'INVOICE_NOT_OWED',
  400,
  (d: { id: string; status: string }) => `invoice ${d.id} is ${d.status}: there is nothing to ask for`,
);
export const requestPending = problemKind(
  'PAYMENT_REQUEST_PENDING',
  400,
  (d: { id: string }) => `payment request ${d.id} asks for it already; wait for what the provider says`,
);
export const requestEnded = problemKind(
  'PAYMENT_REQUEST_ENDED',
  400,
  (d: { id: string; status: string }) =>
    `payment request ${d.id} is ${d.status} and cannot be tried again; only one that FAILED can be`,
);
export const eventNotGenuine = problemKind(
  'PROVIDER_EVENT_NOT_GENUINE',
  400,
  () =>
    'signature: the event was not signed with a secret of the payment provider within the last 5 minutes, ' +
    'or its payload is not what docs/payments.md describes',
);
