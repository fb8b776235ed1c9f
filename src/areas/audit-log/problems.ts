import { notFoundKind, problemKind } from '#platform/problem.ts';

export const MAX_QUEUED = 5;

export const auditEntryNotFound = notFoundKind('audit entry');
export const auditExportNotFound = notFoundKind('audit export');
export const rangeInvalid = problemKind(
  'AUDIT_RANGE_INVALID',
  400,
  () => 'filters.from: must not be after filters.to',
);
export const tooManyExports = problemKind(
  'TOO_MANY_AUDIT_EXPORTS',
  429,
  () => `${MAX_QUEUED} exports are queued, the maximum; request this one again when one of them has ended`,
);
