import { notFoundKind, problemKind } from '#platform/problem.ts';

export const erasureNotFound = notFoundKind('erasure');

export const customerNotErasable = problemKind(
  'CUSTOMER_NOT_ERASABLE',
  400,
  (d: { id: string }) =>
    `customer ${d.id} is active, and its invoices still need its name; archive the customer first`,
);

export const wipeNotConfirmed = problemKind(
  'WIPE_NOT_CONFIRMED',
  400,
  (d: { id: string }) => `organizationId: must be ${d.id} to confirm the wipe, which cannot be undone`,
);
