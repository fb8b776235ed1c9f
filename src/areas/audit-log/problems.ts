import { notFoundKind } from '#platform/problem.ts';

export const auditEntryNotFound = notFoundKind('audit entry');
