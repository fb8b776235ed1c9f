import { Type } from 'typebox';
import { Closed, DateTime, Enum, ExactNumber, PlainDate, Text } from '#platform/http/schemas.ts';

/** What changes the receivables of a debtor. */
export const STATEMENT_KINDS = [
  'INVOICE_ISSUED',
  'INVOICE_VOIDED',
  'INVOICE_WRITTEN_OFF',
  'PAYMENT',
  'PAYMENT_REVERSED',
  'WALLET_PAYMENT',
  'REFUND_STARTED',
  'REFUND_FAILED',
] as const;
export const DEBTOR_TYPES = ['CUSTOMER', 'ACCOUNT', 'INVOICE_GROUP'] as const;

const asked = {
  currency: Text(3, 3),
  from: Type.Optional(PlainDate({ description: 'The first local day. Default: 90 days before `to`' })),
  to: Type.Optional(PlainDate({ description: 'The day after the last one. Default: tomorrow' })),
};

export const StatementQuery = Closed({
  customer_id: Type.Optional(Text(1, 255)),
  account_id: Type.Optional(Text(1, 50)),
  invoice_group_id: Type.Optional(Text(1, 50)),
  ...asked,
});

export const PrintStatementRequest = Closed(
  { debtorType: Enum(DEBTOR_TYPES), debtorId: Text(1, 255), ...asked },
  { component: 'PrintStatementRequest' },
);

const StatementEntry = Closed(
  {
    date: PlainDate({ description: 'The local day of the booking' }),
    bookedAt: DateTime(),
    kind: Enum(STATEMENT_KINDS),
    invoiceId: Type.String(),
    sequenceId: Type.Optional(Type.String({ description: 'The number of the invoice' })),
    paymentId: Type.Optional(Type.String()),
    amount: ExactNumber({ description: 'Positive: more is owed' }),
    balance: ExactNumber({ description: 'What is owed after it' }),
  },
  { component: 'StatementEntry' },
);

export const Statement = Closed(
  {
    debtorType: Enum(DEBTOR_TYPES),
    debtorId: Type.String(),
    debtorName: Type.String(),
    currency: Type.String(),
    from: PlainDate(),
    to: PlainDate(),
    asOf: DateTime(),
    opening: ExactNumber(),
    closing: ExactNumber(),
    entries: Type.Array(StatementEntry),
  },
  { component: 'Statement' },
);

export const PrintedStatement = Closed(
  {
    contentType: Type.String({ description: 'application/pdf' }),
    content: Type.String({ description: 'Base64' }),
  },
  { component: 'PrintedStatement' },
);
