import { problemKind } from '#platform/problem.ts';

export const customerNotErasable = problemKind(
  'CUSTOMER_NOT_ERASABLE',
  400,
  (d: { id: string }) => `customer ${d.id} is active, and its bills need its name; archive it first`,
);
