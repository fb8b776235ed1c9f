import { notFoundKind, problemKind } from '#platform/problem.ts';

export const invoiceNotFound = notFoundKind('invoice');

export const invoiceNotDraft = problemKind(
  'INVOICE_NOT_DRAFT',
  400,
  (d: { id: string; status: string }) =>
    `invoice ${d.id} is ${d.status}: charges can be changed while it is a DRAFT`,
);

export const invoiceHasNoCharges = problemKind(
  'INVOICE_HAS_NO_CHARGES',
  400,
  (d: { id: string }) =>
    `invoice ${d.id} takes no miscellaneous charges: put them on the cycle invoice of an account`,
);

export const accountHasNoCharges = problemKind(
  'ACCOUNT_HAS_NO_CHARGES',
  400,
  (d: { id: string; status: string }) =>
    `account is ${d.status === 'DRAFT' ? 'in DRAFT' : 'archived'}: only an active one has upcoming invoices`,
);
