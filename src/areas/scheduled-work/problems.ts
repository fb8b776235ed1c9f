import { notFoundKind } from '#platform/problem.ts';

/** Also raised for work that has completed in the meantime. */
export const workNotFound = notFoundKind('scheduled work');
