import { Type } from 'typebox';
import { INVOICE_STATUSES } from '#areas/invoices/index.ts';
import { Closed, DateTime, Enum, ExactNumber, Nullable, PageOf, Text } from '#platform/http/schemas.ts';

export const InvoiceParams = Type.Object({ invoice_id: Text(1, 100) });

export const CREDIT_USE_STATES = ['HELD', 'USED'] as const;

const invoice = {
  invoiceId: Type.String(),
  sequenceId: Type.Optional(Type.String({ description: 'The number of the invoice' })),
  invoiceStatus: Enum(INVOICE_STATUSES),
};

const CreditUse = Closed(
  {
    id: Type.String(),
    state: Enum(CREDIT_USE_STATES, {
      description: 'HELD: a draft would take it now. USED: an issued invoice took it',
    }),
    ...invoice,
    startDate: DateTime(),
    endDate: DateTime({ description: 'Exclusive' }),
    lineId: Type.Optional(Type.String({ description: 'The line that it paid; absent for a draft' })),
    lineName: Type.Optional(
      Type.String({ description: 'Of its meter, add-on or feature, or as the invoice has it' }),
    ),
    amount: ExactNumber(),
    usedAt: DateTime(),
  },
  { component: 'CreditUse' },
);
export const CreditUsePage = PageOf(CreditUse);

export const SOURCE_KINDS = [
  'WALLET_TOPUP',
  'PAYMENT',
  'NEGATIVE_INVOICE',
  'REVERSAL',
  'REFUND',
  'NET_OFF',
  'CONVERSION',
] as const;

const source = {
  kind: Enum(SOURCE_KINDS, { description: 'The way in which the money came into the wallet' }),
  entityId: Type.Optional(Type.String({ description: 'The payment, purchase or invoice that it came from' })),
  description: Type.Optional(Type.String()),
};

const WalletSource = Closed(
  {
    id: Type.String({ description: 'The entry of the wallet' }),
    ...source,
    amount: ExactNumber(),
    takenBackAmount: ExactNumber({ description: 'Reversed, or refunded because it was unused' }),
    usedAmount: ExactNumber({ description: 'Spent, or held for drafts' }),
    remainingAmount: ExactNumber(),
    createdAt: DateTime(),
  },
  { component: 'WalletSource' },
);
export const WalletSourcePage = PageOf(WalletSource);

export const USE_KINDS = ['INVOICE', 'HOLD', 'CREDIT', 'OTHER'] as const;

const WalletUse = Closed(
  {
    id: Type.String(),
    amount: ExactNumber({ description: 'The part of the use that came from the source' }),
    sourceId: Type.String({ description: 'The entry with which the money came' }),
    sourceKind: source.kind,
    sourceEntityId: source.entityId,
    sourceDescription: source.description,
    sourceCreatedAt: DateTime(),
    entryId: Type.String({ description: 'The entry with which it left' }),
    kind: Enum(USE_KINDS, {
      description: 'INVOICE: it paid an invoice. HOLD: held for a draft. CREDIT: converted to a credit',
    }),
    entityId: Type.Optional(Type.String({ description: 'The invoice or credit' })),
    sequenceId: invoice.sequenceId,
    invoiceStatus: Type.Optional(invoice.invoiceStatus),
    usedAt: DateTime(),
  },
  { component: 'WalletUse' },
);
export const WalletUsePage = PageOf(WalletUse);

export const WALLET_STATES = ['LOW', 'EMPTY', 'FUNDED'] as const;

const ListedWallet = Closed(
  {
    id: Type.String(),
    accountId: Type.String(),
    accountName: Type.String(),
    customerId: Type.String(),
    customerName: Type.String(),
    currency: Type.String({ description: 'The currency of every amount here' }),
    balance: ExactNumber(),
    holdAmount: ExactNumber({ description: 'Held for drafts' }),
    status: Enum(['ACTIVE', 'INACTIVE']),
    state: Enum(WALLET_STATES, {
      description: 'LOW: below the threshold of the automatic top-up. EMPTY: neither free nor held money',
    }),
    autoTopup: Nullable(
      Closed({ threshold: ExactNumber(), topupAmount: ExactNumber() }, { description: 'Null: switched off' }),
    ),
    updatedAt: DateTime(),
  },
  { component: 'ListedWallet' },
);
export const WalletPage = PageOf(ListedWallet);

const InvoicePayment = Closed(
  {
    id: Type.String(),
    kind: Enum(['PAYMENT', 'WALLET', 'REVERSAL'], { description: 'REVERSAL takes back an earlier one' }),
    accountId: Type.String({ description: 'The account that paid' }),
    paymentId: Type.Optional(Type.String()),
    reference: Type.Optional(Type.String({ description: 'The number of the transaction' })),
    amount: ExactNumber({ description: 'Negative for a REVERSAL' }),
    createdAt: DateTime(),
  },
  { component: 'InvoicePayment' },
);
export const InvoicePaymentPage = PageOf(InvoicePayment);
