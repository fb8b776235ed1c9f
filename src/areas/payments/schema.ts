import { type Static, Type } from 'typebox';
import { RECORD_TYPES, SOURCE_TYPES } from '#areas/invoices/index.ts';
import { MAX_AMOUNT } from '#core/money.ts';
import {
  Closed,
  DateTime,
  Enum,
  ExactNumber,
  Extension,
  List,
  Metadata,
  MultilineText,
  Name,
  PageOf,
  Text,
} from '#platform/http/schemas.ts';

const MAX_RECORDS = 100;

const ExternalPaymentReference = Closed(
  {
    sourceName: Name(1, 255, { description: 'Such as the bank' }),
    sourceType: Enum(SOURCE_TYPES),
    transactionNumber: Name(1, 255, { description: 'Unique per account and source' }),
    description: Type.Optional(Text(0, 512)),
    metadata: Type.Optional(Metadata()),
  },
  { component: 'ExternalPaymentReference' },
);

const amount = ExactNumber({
  exclusiveMinimum: '0',
  maximum: MAX_AMOUNT,
  description: 'With at most the digits of the currency; default: the rest of the payment',
});
const record = { type: Enum(RECORD_TYPES), order: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }) };

const requestedRecords = List(
  Closed({
    ...record,
    platformId: Type.Optional(Text(1, 100, { description: 'The invoice of an INVOICE record' })),
    amount: Type.Optional(amount),
  }),
  { minItems: 1, maxItems: MAX_RECORDS, description: 'In the order of `order`' },
);

export const CreatePaymentRequest = Closed(
  {
    accountId: Text(1, 512),
    externalPaymentReference: ExternalPaymentReference,
    lineItemRecords: requestedRecords,
    currency: Text(1, 512, { description: 'The currency of the account' }),
    totalAmount: ExactNumber({ exclusiveMinimum: '0', maximum: MAX_AMOUNT }),
    description: Type.Optional(Text(0, 512)),
    notes: Type.Optional(MultilineText(0, 512)),
  },
  { component: 'CreatePaymentRequest' },
);

/** The most accounts for which one line of a bank statement pays. */
const MAX_PAYMENTS = 20;

export const RecordBankLineRequest = Closed(
  {
    externalPaymentReference: ExternalPaymentReference,
    currency: Text(3, 3, { description: 'The currency of every account' }),
    totalAmount: ExactNumber({
      ...{ exclusiveMinimum: '0', maximum: MAX_AMOUNT },
      description: 'Of the line: the sum of its payments',
    }),
    payments: List(
      Closed({
        accountId: Text(1, 512),
        totalAmount: ExactNumber({ exclusiveMinimum: '0', maximum: MAX_AMOUNT }),
        lineItemRecords: requestedRecords,
      }),
      { minItems: 2, maxItems: MAX_PAYMENTS, description: 'One for each account' },
    ),
    description: Type.Optional(Text(0, 512)),
    notes: Type.Optional(MultilineText(0, 512)),
  },
  { component: 'RecordBankLineRequest' },
);
export type RecordBankLineRequest = Static<typeof RecordBankLineRequest>;

export const Payment = Closed(
  {
    id: Type.String(),
    accountId: Type.String(),
    externalPaymentReferences: ExternalPaymentReference,
    lineItemRecords: Type.Array(
      Closed({
        ...record,
        platformId: Type.Optional(Type.String({ description: 'The invoice, the new credit or the wallet' })),
        amount: ExactNumber({ description: '0 if nothing was left for the record' }),
      }),
    ),
    totalAmount: ExactNumber({ description: 'The sum of the records' }),
    currency: Type.String(),
    version: Type.Integer({ description: '1 as recorded, 2 after a reversal' }),
    createdBy: Type.String({ description: 'The credential that wrote this version' }),
    createdAt: DateTime({ description: 'Of this version' }),
    description: Type.Optional(Type.String()),
    notes: Type.Optional(Type.String()),
    status: Type.Optional(Extension(Enum(['RECORDED', 'REVERSED']))),
    reversalReason: Type.Optional(Extension(Type.String())),
    bankLineId: Type.Optional(
      Extension(Type.String({ description: 'Common to the payments of one line of a bank statement' })),
    ),
  },
  { component: 'Payment' },
);
export const PaymentPage = PageOf(Payment);

export const RecordedBankLine = Closed(
  { id: Type.String(), payments: Type.Array(Payment, { description: 'In the order of the request' }) },
  { component: 'RecordedBankLine' },
);

export const ReversePaymentRequest = Closed({ reason: Name(1, 512) }, { component: 'ReversePaymentRequest' });

export const PaymentParams = Type.Object({ payment_id: Text(1, 50) });

export const AccountParams = Type.Object({ account_id: Text(1, 50) });
export const AllocateWalletRequest = Closed(
  {
    invoiceId: Text(1, 50, {
      description: 'An invoice of the account, or of a group that it is or was a member of',
    }),
    amount: Type.Optional(
      ExactNumber({
        ...{ exclusiveMinimum: '0', maximum: MAX_AMOUNT },
        description: "Default: the outstanding amount, up to the wallet's balance",
      }),
    ),
  },
  { component: 'AllocateWalletRequest' },
);
export const WalletAllocation = Closed(
  {
    invoiceId: Type.String(),
    invoiceStatus: Type.String({ description: 'After the payment' }),
    paidAmount: ExactNumber({ description: 'The total payments of the invoice' }),
    heldAmount: ExactNumber({
      description: 'The total that the wallet holds for the invoice while it is a DRAFT',
    }),
    balance: ExactNumber({ description: 'The free balance of the wallet' }),
  },
  { component: 'WalletAllocation' },
);
export const ConvertWalletRequest = Closed(
  {
    amount: ExactNumber({
      ...{ exclusiveMinimum: '0', maximum: MAX_AMOUNT },
      description: 'With at most the digits of the currency of the account',
    }),
  },
  { component: 'ConvertWalletRequest' },
);
export const ConvertedCredit = Closed({ creditId: Type.String() }, { component: 'ConvertedCredit' });
