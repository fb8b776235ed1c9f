import { notFoundKind } from '#platform/problem.ts';

export const requestNotFound = notFoundKind('request');
