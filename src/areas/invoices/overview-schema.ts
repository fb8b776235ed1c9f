import { Type } from 'typebox';
import { Closed, DateTime, Enum, ExactNumber, Text } from '#platform/http/schemas.ts';
import { INVOICE_CLASSES, INVOICE_STATUSES, INVOICE_TYPES, InvoiceLineItem } from './schema.ts';

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
    pdfUrl: Type.Optional(Type.String({ description: 'Signed link, valid for 15 minutes' })),
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
    currency: Type.String({ description: 'Of every amount here' }),
    balanceDue: ExactNumber({ description: 'Of all invoices that are due, less what was paid' }),
    overdueAmount: ExactNumber({ description: 'The part of it whose due date has passed' }),
    openInvoices: Type.Integer({ description: 'How many are due' }),
    nextDueDate: Type.Optional(DateTime({ description: 'Of what is due and not overdue' })),
    currentInvoice: Type.Optional(
      Closed({
        id: Type.String(),
        startDate: DateTime(),
        endDate: DateTime({ description: 'Exclusive' }),
        invoiceDate: DateTime({ description: 'When it is issued' }),
        generatedAt: Type.Optional(DateTime({ description: 'What it says is of this instant' })),
        totalAmount: ExactNumber({ description: 'So far' }),
        usage: Type.Array(InvoiceLineItem, { description: 'What was used so far' }),
      }),
    ),
    lastInvoices: Type.Array(BriefInvoice, { description: 'The last five that are no drafts, newest first' }),
    credits: Closed({
      availableBalance: ExactNumber({ description: 'What remains, before the drafts that run' }),
      runningBalance: ExactNumber({ description: 'What remains when those drafts have taken theirs' }),
    }),
    wallet: Type.Optional(
      Closed({
        balance: ExactNumber({ description: 'Without what is held' }),
        holdAmount: ExactNumber({ description: 'Kept for drafts' }),
        status: Type.String(),
      }),
    ),
  },
  { component: 'AccountOverview' },
);
