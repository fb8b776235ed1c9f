import { notFoundKind, problemKind } from '#platform/problem.ts';

export const customerNotFound = notFoundKind('customer');
export const customerExists = problemKind(
  'CUSTOMER_EXISTS',
  409,
  (d: { id: string }) => `customer ${d.id} already exists`,
);
export const customerArchived = problemKind(
  'CUSTOMER_ARCHIVED',
  400,
  (d: { id: string }) => `customer ${d.id} is archived and cannot be changed`,
);
export const customerNotArchived = problemKind(
  'CUSTOMER_NOT_ARCHIVED',
  400,
  (d: { id: string }) => `customer ${d.id} is not archived`,
);
export const taxIdInvalid = problemKind(
  'TAX_ID_INVALID',
  400,
  (d: { at: string; rule: string }) => `${d.at}: ${d.rule}`,
);
