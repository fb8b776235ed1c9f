import { Type } from 'typebox';
import { LEDGER_ACCOUNTS } from '#core/ledger-accounts.ts';
import { Closed, DateTime, Enum, ExactNumber, Nullable, PlainDate } from '#platform/http/schemas.ts';

/** What happened, in the order of the life of an invoice, then of the wallet and of credits. */
export const ENTRY_KINDS = [
  'INVOICE_ISSUED',
  'CREDIT_NOTE_ISSUED',
  'INVOICE_VOIDED',
  'INVOICE_WRITTEN_OFF',
  'PAYMENT',
  'PAYMENT_REVERSED',
  'WALLET_PAYMENT',
  'REFUND_STARTED',
  'REFUND_FAILED',
  'REFUND_PAID',
  'CREDIT_TO_WALLET',
  'WALLET_TOPUP',
  'WALLET_CONVERTED',
  'CREDIT_GRANTED',
  'CREDIT_USED',
  'CREDIT_RESTORED',
  'CREDIT_EXPIRED',
  'CREDIT_VOIDED',
] as const;

const account = {
  account: Enum(LEDGER_ACCOUNTS),
  number: Type.String({ description: 'From the setting LEDGER_ACCOUNTS, or the default' }),
  name: Type.String(),
};
const sides = {
  debit: ExactNumber({ minimum: '0' }),
  credit: ExactNumber({ minimum: '0' }),
};

export const JournalQuery = Closed({
  from: Type.Optional(PlainDate({ description: 'The first local day. Default: 31 days before `to`' })),
  to: Type.Optional(PlainDate({ description: 'The day after the last one. Default: tomorrow' })),
});

const JournalRow = Closed(
  {
    date: PlainDate({ description: 'The local day of the booking' }),
    currency: Type.String(),
    ...account,
    ...sides,
    lines: Type.Integer(),
  },
  { component: 'JournalRow' },
);

const ReceivablesMovement = Closed(
  {
    currency: Type.String(),
    opening: ExactNumber({ description: 'Open invoices at the beginning of the period' }),
    movement: ExactNumber({ description: 'Debits less credits of RECEIVABLES in the period' }),
    closing: ExactNumber(),
  },
  { component: 'ReceivablesMovement' },
);

export const Journal = Closed(
  {
    from: PlainDate(),
    to: PlainDate(),
    asOf: DateTime(),
    rows: Type.Array(JournalRow, { description: 'By day, currency and account' }),
    receivables: Type.Array(ReceivablesMovement),
    accounts: Type.Array(Closed(account, { component: 'LedgerAccount' }), {
      description: 'All accounts with their numbers and names',
    }),
  },
  { component: 'Journal' },
);

export const JournalLine = Closed(
  {
    id: Type.String(),
    entryId: Type.String({ description: 'The lines of an entry have the same; their sum is 0' }),
    date: PlainDate(),
    bookedAt: DateTime(),
    kind: Enum(ENTRY_KINDS),
    currency: Type.String(),
    ...account,
    ...sides,
    invoiceId: Type.Optional(Type.String()),
    sequenceId: Type.Optional(
      Type.String({
        description: 'The number of the invoice; of an order that became an invoice, its new one',
      }),
    ),
    paymentId: Type.Optional(Type.String()),
    creditId: Type.Optional(Type.String()),
    accountId: Type.Optional(Type.String({ description: 'The account of the customer; null for a group' })),
    accountName: Type.Optional(Type.String()),
  },
  { component: 'JournalLine' },
);

export const JournalLinePage = Closed(
  { data: Type.Array(JournalLine), nextToken: Nullable(Type.String({ maxLength: 500 })) },
  { component: 'JournalLinePage' },
);
