import { notFoundKind, problemKind } from '#platform/problem.ts';

export const erasureNotFound = notFoundKind('erasure');

export const customerNotErasable = problemKind(
  'CUSTOMER_NOT_ERASABLE',
  400,
  (d: { id: string }) => `customer ${d.id} is active, and its bills need its name; archive it first`,
);

export const wipeNotConfirmed = problemKind(
  'WIPE_NOT_CONFIRMED',
  400,
  (d: { id: string }) =>
    `organizationId: must be ${d.id}, as a confirmation; nothing brings back what is wiped`,
);
