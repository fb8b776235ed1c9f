import { notFoundKind } from '#platform/problem.ts';

/** Also of one that was done meanwhile. */
export const workNotFound = notFoundKind('scheduled work');
