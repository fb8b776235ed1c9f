import { Type } from 'typebox';
import { MAX_AMOUNT } from '#core/money.ts';
import {
  Closed,
  DateTime,
  Enum,
  ExactNumber,
  MultilineText,
  Nullable,
  Text,
} from '#platform/http/schemas.ts';
import { CONFIDENCES, MATCH_REASONS } from './match-bank-line.ts';
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

export const MatchBankLineRequest = Closed(
  {
    amount: ExactNumber({ exclusiveMinimum: '0', maximum: MAX_AMOUNT }),
    currency: Type.Optional(Text(3, 3, { description: 'Default: any' })),
    text: MultilineText(1, 1000, { description: 'Reference and payer, as the bank wrote them' }),
  },
  { component: 'MatchBankLineRequest' },
);

const MatchedInvoice = Closed(
  {
    id: Type.String(),
    sequenceId: Type.Optional(Type.String()),
    invoiceDate: DateTime(),
    dueDate: DateTime(),
    totalAmount: ExactNumber(),
    outstandingAmount: ExactNumber(),
    suggestedAmount: Nullable(ExactNumber({ description: 'Null if the line does not pay it' })),
  },
  { component: 'MatchedInvoice' },
);

const BankLineMatch = Closed(
  {
    accountId: Type.String({ description: 'The account of the payment; for a group, the member that pays' }),
    accountName: Type.String({ description: 'Of the account or the group' }),
    debtorName: Type.String({ description: 'Of the customer or the group' }),
    invoiceGroupId: Type.Optional(Type.String()),
    currency: Type.String(),
    confidence: Enum(CONFIDENCES, {
      description:
        'HIGH if two facts agree, MEDIUM for a number or an amount alone, LOW for a name without a ' +
        'matching amount',
    }),
    reasons: Type.Array(Enum(MATCH_REASONS)),
    invoices: Type.Array(MatchedInvoice, {
      description: 'All open invoices of the account or the group, earliest due date first',
    }),
    excessAmount: ExactNumber({ description: 'The part of the line that the suggested invoices leave' }),
  },
  { component: 'BankLineMatch' },
);

const BankLineSplit = Closed(
  {
    currency: Type.String(),
    confidence: Enum(CONFIDENCES),
    reasons: Type.Array(Enum(MATCH_REASONS)),
    accounts: Type.Array(
      Closed(
        {
          accountId: Type.String({ description: 'For a group, the member that pays' }),
          accountName: Type.String(),
          debtorName: Type.String(),
          invoices: Type.Array(MatchedInvoice, { description: 'All open invoices of the account' }),
        },
        { component: 'BankLineSplitAccount' },
      ),
    ),
    excessAmount: ExactNumber({ description: 'The part of the line that the suggested invoices leave' }),
  },
  { component: 'BankLineSplit' },
);

export const BankLineMatches = Closed(
  {
    matches: Type.Array(BankLineMatch),
    splits: Type.Array(BankLineSplit, {
      description:
        'Suggestions that pay invoices of several accounts, at most 3: record them with ' +
        'POST /ext/v1/bank_lines',
    }),
  },
  { component: 'BankLineMatches' },
);
