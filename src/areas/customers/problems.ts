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
export const countryUnknown = problemKind(
  'COUNTRY_UNKNOWN',
  400,
  (d: { country: string }) => `address.country: ${d.country} is not an ISO 3166-1 alpha-2 country such as DE`,
);
