import { Type } from 'typebox';
import { Closed, DateTime, Enum, ExactNumber, Nullable } from '#platform/http/schemas.ts';
import { AGES } from './rules.ts';

export const DEBTOR_TYPES = ['CUSTOMER', 'INVOICE_GROUP'] as const;
export const RECEIVABLE_STATES = ['OVERDUE', 'CURRENT', 'NOTHING_OPEN'] as const;

const sums = {
  outstandingAmount: ExactNumber({ description: 'The unpaid amount of all open invoices' }),
  overdueAmount: ExactNumber({ description: 'The part that is past due' }),
  current: ExactNumber({ description: 'Not past due' }),
  days1To30: ExactNumber({ description: '1 to 30 local days past due' }),
  days31To60: ExactNumber(),
  days61To90: ExactNumber(),
  over90Days: ExactNumber({ description: 'More than 90 local days past due' }),
  unappliedAmount: ExactNumber({
    description: 'In the wallets of the customer, money held for drafts included; not subtracted elsewhere',
  }),
  openInvoices: Type.Integer(),
};

const nextToken = Nullable(Type.String({ maxLength: 500 }));

export const Receivable = Closed(
  {
    id: Type.String({ description: 'Of this row: one for each debtor and currency' }),
    debtorType: Enum(DEBTOR_TYPES, {
      description: 'INVOICE_GROUP for invoices of a group, which no single customer owes',
    }),
    debtorId: Type.String(),
    debtorName: Type.String(),
    currency: Type.String({ description: 'The currency of every amount here' }),
    ...sums,
    oldestDueDate: Type.Optional(DateTime({ description: 'The earliest due date of an open invoice' })),
  },
  { component: 'Receivable' },
);

export const ReceivablePage = Closed(
  {
    data: Type.Array(Receivable),
    nextToken,
    totals: Type.Array(
      Closed({ currency: Type.String(), debtors: Type.Integer(), ...sums }, { component: 'ReceivableTotal' }),
      { description: 'By currency, of all rows that match the filters' },
    ),
    asOf: DateTime({ description: 'The instant of the calculation' }),
  },
  { component: 'ReceivablePage' },
);

export const OpenInvoice = Closed(
  {
    id: Type.String(),
    sequenceId: Type.Optional(Type.String({ description: 'The number of the invoice' })),
    accountId: Type.Optional(Type.String()),
    accountName: Type.Optional(Type.String()),
    customerId: Type.Optional(Type.String()),
    customerName: Type.Optional(Type.String()),
    invoiceGroupId: Type.Optional(Type.String()),
    invoiceGroupName: Type.Optional(Type.String()),
    status: Enum(['DUE', 'PARTIALLY_PAID']),
    invoiceDate: DateTime(),
    dueDate: DateTime({ description: 'The end of the last day on which a payment is on time' }),
    age: Enum(AGES),
    daysPastDue: Type.Integer({ description: 'Local days; 0 if the due date has not passed' }),
    currency: Type.String(),
    totalAmount: ExactNumber(),
    paidAmount: ExactNumber(),
    outstandingAmount: ExactNumber(),
  },
  { component: 'OpenInvoice' },
);

export const OpenInvoicePage = Closed(
  { data: Type.Array(OpenInvoice), nextToken },
  { component: 'OpenInvoicePage' },
);
