import { notFoundKind } from '#platform/problem.ts';

export const invoiceNotFound = notFoundKind('invoice');
