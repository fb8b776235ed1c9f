import { notFoundKind } from '#platform/problem.ts';

export const paymentNotFound = notFoundKind('payment');
