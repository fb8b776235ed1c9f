import { type Static, Type } from 'typebox';
import { LANGUAGES } from '#areas/invoice-templates/index.ts';
import { MAX_RECIPIENTS } from '#areas/mails/index.ts';
import {
  Closed,
  DateTime,
  Enum,
  ExactNumber,
  List,
  MultilineText,
  PlainDate,
  Text,
} from '#platform/http/schemas.ts';

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

const printed = {
  debtorType: Enum(DEBTOR_TYPES),
  debtorId: Text(1, 255),
  ...asked,
  language: Type.Optional(Enum(LANGUAGES, { description: 'Default: that of the last invoice' })),
};

export const PrintStatementRequest = Closed(printed, { component: 'PrintStatementRequest' });
export type PrintStatementRequest = Static<typeof PrintStatementRequest>;

const addresses = (description: string) =>
  Type.Optional(List(Text(1, 320), { maxItems: MAX_RECIPIENTS, description }));

export const SendStatementRequest = Closed(
  {
    ...printed,
    mailTo: addresses('Default: the recipients of the invoices of the account or group, or the customer'),
    mailCc: addresses('Default: the additional recipients of the account; none if mailTo is sent'),
    message: Type.Optional(MultilineText(0, 2000, { description: 'Stands in the mail, as text' })),
  },
  { component: 'SendStatementRequest' },
);
export type SendStatementRequest = Static<typeof SendStatementRequest>;

const shownAddresses = Type.Array(Type.String());
export const StatementMailPreview = Closed(
  {
    language: Enum(LANGUAGES),
    transport: Enum(['SMTP', 'CAPTURE'], {
      description: 'CAPTURE: the mail becomes a file of the service and reaches nobody',
    }),
    to: shownAddresses,
    cc: shownAddresses,
    contacts: Type.Array(
      Closed({ name: Type.String(), email: Type.String() }, { component: 'StatementContact' }),
      { description: 'The contacts of the customer, at most 50' },
    ),
    subject: Type.String(),
    text: Type.String(),
  },
  { component: 'StatementMailPreview' },
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
