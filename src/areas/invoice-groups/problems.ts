import { notFoundKind, problemKind } from '#platform/problem.ts';

export const invoiceGroupNotFound = notFoundKind('invoice group');
export const accountInOtherGroup = problemKind(
  'ACCOUNT_IN_OTHER_GROUP',
  400,
  (d: { id: string; group: string }) =>
    `accountIds: account ${d.id} is in invoice group ${d.group}; remove it from that group first`,
);
export const groupCurrencyDiffers = problemKind(
  'GROUP_CURRENCY_DIFFERS',
  400,
  (d: { id: string; currency: string; expected: string }) =>
    `accountIds: account ${d.id} is invoiced in ${d.currency} but the group in ${d.expected}; all ` +
    'accounts of a group must have the same currency',
);
export const groupHasOpenComposite = problemKind(
  'INVOICE_GROUP_OPEN',
  400,
  (d: { id: string }) =>
    `accountIds: invoice group ${d.id} has a draft invoice that is issued at the end of today; ` +
    'remove its last account after that',
);
export const groupFull = problemKind(
  'INVOICE_GROUP_FULL',
  400,
  (d: { max: number; count: number }) =>
    `accountIds: an invoice group may have at most ${d.max} accounts, and this one would have ${d.count}`,
);
