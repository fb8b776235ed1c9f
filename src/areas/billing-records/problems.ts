import { notFoundKind, problemKind } from '#platform/problem.ts';

export const billingRecordNotFound = notFoundKind('billing record');
export const tooManyBillingRecords = problemKind(
  'TOO_MANY_BILLING_RECORDS',
  400,
  (d: { most: number }) => `an organization has at most ${d.most} billing records; delete one first`,
);
export const logoUnknown = problemKind(
  'LOGO_UNKNOWN',
  400,
  (d: { id: string }) => `logoFileId: there is no logo ${d.id}`,
);
export const defaultNeeded = problemKind(
  'DEFAULT_BILLING_RECORD_NEEDED',
  400,
  (d: { id: string }) => `billing record ${d.id} is the default; make another one the default first`,
);
export const billingRecordInUse = problemKind(
  'BILLING_RECORD_IN_USE',
  400,
  (d: { id: string; entityType: string; entityId: string }) =>
    `billing record ${d.id} is that of ${d.entityType.toLowerCase().replaceAll('_', ' ')} ${d.entityId}: ` +
    'change or delete its setting BILLING_RECORD_ID first',
);
