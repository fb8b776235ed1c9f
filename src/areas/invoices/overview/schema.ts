import { Type } from 'typebox';
import { Closed, DateTime, Enum, ExactNumber, Secret, Text } from '#platform/http/schemas.ts';
import { INVOICE_CLASSES, INVOICE_STATUSES, INVOICE_TYPES, InvoiceLineItem } from '../schema.ts';

export const OverviewParams = Type.Object({ account_id: Text(1, 50) });

const BriefInvoice = Closed(
  {
    id: Type.String(),
    sequenceId: Type.Optional(Type.String()),
    status: Enum(INVOICE_STATUSES),
    invoiceClass: Enum(INVOICE_CLASSES),
    invoiceType: Enum(INVOICE_TYPES),
    startDate: DateTime(),
    endDate: DateTime({ description: 'Exclusive' }),
    invoiceDate: DateTime(),
    dueDate: Type.Optional(DateTime()),
    totalAmount: ExactNumber(),
    paidAmount: ExactNumber(),
    pdfUrl: Type.Optional(Secret(Type.String({ description: 'Signed link, valid for 15 minutes' }))),
  },
  { component: 'BriefInvoice' },
);

export const AccountOverview = Closed(
  {
    account: Closed({
      id: Type.String(),
      name: Type.String(),
      status: Type.String(),
      customerId: Type.String(),
    }),
    currency: Type.String({ description: 'The currency of every amount here' }),
    balanceDue: ExactNumber({ description: 'Total of all due invoices, less payments' }),
    overdueAmount: ExactNumber({ description: 'The part whose due date has passed' }),
    openInvoices: Type.Integer({ description: 'The number of due invoices' }),
    nextDueDate: Type.Optional(
      DateTime({ description: 'The next due date of invoices that are not overdue' }),
    ),
    currentInvoice: Type.Optional(
      Closed({
        id: Type.String(),
        startDate: DateTime(),
        endDate: DateTime({ description: 'Exclusive' }),
        invoiceDate: DateTime({ description: 'The projected date of its issue' }),
        generatedAt: Type.Optional(DateTime({ description: 'The instant of its computation' })),
        totalAmount: ExactNumber({ description: 'So far' }),
        usage: Type.Array(InvoiceLineItem, { description: 'The usage so far' }),
      }),
    ),
    lastInvoices: Type.Array(BriefInvoice, { description: 'The last five issued invoices, newest first' }),
    credits: Closed({
      availableBalance: ExactNumber({ description: 'The balance before the running drafts' }),
      runningBalance: ExactNumber({ description: 'The balance after the running drafts have taken theirs' }),
    }),
    wallet: Type.Optional(
      Closed({
        balance: ExactNumber({ description: 'Excluding holds' }),
        holdAmount: ExactNumber({ description: 'Held for drafts' }),
        status: Type.String(),
      }),
    ),
  },
  { component: 'AccountOverview' },
);
