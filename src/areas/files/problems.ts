import { notFoundKind } from '#platform/problem.ts';

export const fileNotFound = notFoundKind('file');
