import { notFoundKind, problemKind } from '#platform/problem.ts';

export const invoiceGroupNotFound = notFoundKind('invoice group');
export const accountInOtherGroup = problemKind(
  'ACCOUNT_IN_OTHER_GROUP',
  400,
  (d: { id: string; group: string }) =>
    `accountIds: account ${d.id} is in invoice group ${d.group}; remove it there first`,
);
export const groupCurrencyDiffers = problemKind(
  'GROUP_CURRENCY_DIFFERS',
  400,
  (d: { id: string; currency: string; expected: string }) =>
    `accountIds: account ${d.id} is invoiced in ${d.currency} and the group in ${d.expected}; ` +
    'all accounts of a group share one currency',
);
export const groupHasOpenComposite = problemKind(
  'INVOICE_GROUP_OPEN',
  400,
  (d: { id: string }) =>
    `accountIds: invoice group ${d.id} has an invoice of today that is issued when the day ends; ` +
    'remove its last account after that',
);
export const groupFull = problemKind(
  'INVOICE_GROUP_FULL',
  400,
  (d: { max: number; count: number }) =>
    `accountIds: an invoice group has at most ${d.max} accounts and this one would have ${d.count}`,
);
