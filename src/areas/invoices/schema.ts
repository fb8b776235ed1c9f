import { type Static, Type } from 'typebox';
import type { TaxId } from '#areas/customers/index.ts';
import type { NamedValue } from '#areas/seller-entities/index.ts';
import type { Decimal } from '#core/decimal.ts';
import { LINE_TYPES } from '#core/invoice/index.ts';
import {
  Address,
  Closed,
  DateTime,
  Enum,
  ExactNumber,
  List,
  Name,
  PageOf,
  Recursive,
  Secret,
  Text,
  TextMap,
} from '#platform/http/schemas.ts';

export const INVOICE_CLASSES = ['INVOICE', 'ORDER', 'BILLABLE'] as const;
export const INVOICE_TYPES = [
  'STANDARD',
  'AD_HOC',
  'CUSTOM',
  'COMPOSITE',
  'STANDARD_ADVANCED',
  'ADHOC_ADVANCED',
] as const;
export const INVOICE_STATUSES = [
  'DRAFT',
  'DUE',
  'PAID',
  'PARTIALLY_PAID',
  'VOID',
  'UN_COLLECTIBLE',
  'REFUND_INITIATED',
  'REFUND_COMPLETED',
  'MERGED',
] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];
/** Statuses that a caller may request. */
export const REQUESTED_STATUSES = [
  'DUE',
  'PAID',
  'VOID',
  'UN_COLLECTIBLE',
  'REFUND_INITIATED',
  'REFUND_COMPLETED',
] as const;
export const FINALIZING_STATUSES = ['FINALIZING', 'FINALIZED'] as const;

export const InvoiceDetails = Closed(
  {
    customer: Type.Optional(
      Closed({
        name: Type.String(),
        primaryEmail: Type.String(),
        billingAddress: Type.Optional(Type.String()),
        address: Type.Optional(Address),
      }),
    ),
    account: Type.Optional(
      Closed({
        name: Type.String(),
        invoiceCurrency: Type.String(),
        address: Address,
        primaryEmail: Type.String(),
      }),
    ),
    pricePlanName: Type.Optional(Type.String()),
    invoiceGroup: Type.Optional(
      Closed({
        id: Type.String(),
        name: Type.String(),
        email: Type.Optional(Type.String()),
        dailyInvoiceConsolidation: Type.Boolean(),
        invoiceCurrency: Type.String(),
        address: Address,
      }),
    ),
    organization: Type.Optional(
      Closed({
        businessName: Type.String(),
        address: Address,
        primaryEmail: Type.String(),
        metadata: Type.Optional(TextMap({ maxProperties: 50, maxKey: 40, maxValue: 500 })),
      }),
    ),
    logoUrl: Type.Optional(Type.String()),
  },
  { component: 'InvoiceDetails' },
);
/** As stored; responses omit tax ids and the printed details of the seller entity. */
export type InvoiceDetails = Static<typeof InvoiceDetails> & {
  billing?: PrintedBilling;
  /** The tax ids of the group, or of the account, or else of its customer. */
  buyerTaxIds?: TaxId[];
};

/** The seller entity of an invoice. */
export interface PrintedBilling {
  id: string;
  taxIds: NamedValue[];
  bankDetails: NamedValue[];
  paymentInstructions: string;
  logoFileId: string | null;
}

export const InvoiceInfo = Closed(
  { type: Type.String(), value: Type.String() },
  { component: 'InvoiceInfo' },
);
export type InvoiceInfo = Static<typeof InvoiceInfo>;

export interface InvoiceLineItem {
  id?: string;
  description: string;
  type: (typeof LINE_TYPES)[number];
  valuePerQuantity?: Decimal;
  quantity?: Decimal;
  units?: string;
  value: Decimal;
  metadata?: object;
  lineItems: InvoiceLineItem[];
}
export const InvoiceLineItem = Recursive<InvoiceLineItem>('InvoiceLineItem', (self) =>
  Closed({
    id: Type.Optional(Type.String()),
    description: Type.String(),
    type: Enum(LINE_TYPES),
    valuePerQuantity: Type.Optional(ExactNumber()),
    quantity: Type.Optional(ExactNumber()),
    units: Type.Optional(Type.String({ description: 'The currency, or USAGE_UNITS on lines of usage' })),
    value: ExactNumber({ description: 'The sum of the lines below, if there are any' }),
    metadata: Type.Optional(Type.Unsafe<object>({ type: 'object' })),
    lineItems: Type.Array(self),
  }),
);

/** Members of both the summary and the whole invoice. */
const shared = {
  id: Type.String({ maxLength: 50 }),
  customerId: Type.Optional(Type.String()),
  ownerId: Type.Optional(Type.String({ description: 'The account, or the group of a composite' })),
  pricePlanId: Type.Optional(Type.String()),
  status: Enum(INVOICE_STATUSES),
  finalizingStatus: Type.Optional(Enum(FINALIZING_STATUSES)),
  invoiceClass: Enum(INVOICE_CLASSES),
  invoiceType: Enum(INVOICE_TYPES),
  startDate: Type.Optional(DateTime()),
  endDate: Type.Optional(DateTime({ description: 'Exclusive: the first instant of the next cycle' })),
  endDateInclusive: Type.Optional(DateTime({ description: 'One millisecond before the end' })),
  invoiceDate: DateTime({ description: 'When the invoice became due; projected while it is a draft' }),
  dueDate: Type.Optional(DateTime({ description: 'The end of the last day on which a payment is on time' })),
  generatedAt: Type.Optional(DateTime()),
  updatedAt: DateTime(),
  sequenceId: Type.Optional(Type.String({ description: 'The number of an issued invoice' })),
  pdfUrl: Type.Optional(Secret(Type.String({ description: 'Signed link, valid for 15 minutes' }))),
  totalAmount: ExactNumber(),
  paidAmount: ExactNumber(),
  invoiceDetails: Type.Optional(InvoiceDetails),
  netTermDays: Type.Integer({ description: 'Days after the invoice date until the invoice is overdue' }),
};

const InvoiceSummary = Closed(shared, { component: 'InvoiceSummary' });
export const InvoicePage = PageOf(InvoiceSummary);

export const Invoice = Closed(
  {
    ...shared,
    usageInfo: Type.Optional(Type.Array(InvoiceLineItem)),
    revenueInfo: Type.Optional(InvoiceLineItem),
    autoAdvance: Type.Optional(Type.Boolean()),
    metadata: Type.Optional(Type.Unsafe<object>({ type: 'object' })),
    info: Type.Optional(Type.Array(InvoiceInfo)),
  },
  { component: 'Invoice' },
);

const CustomInvoiceLineItem = Closed(
  {
    id: Type.Optional(
      Text(1, 255, { description: 'Unique on the invoice; custom.1, custom.2 … by default' }),
    ),
    description: Name(1, 255),
    valuePerQuantity: Type.Optional(ExactNumber()),
    quantity: Type.Optional(ExactNumber()),
    value: Type.Optional(
      ExactNumber({ description: 'Instead of quantity and valuePerQuantity, or equal to their product' }),
    ),
    billableId: Type.Optional(
      Text(1, 50, {
        description: 'A usage meter, add-on or feature; credits that apply to it pay the line',
      }),
    ),
  },
  { component: 'CustomInvoiceLineItem' },
);
export type CustomInvoiceLineItem = Static<typeof CustomInvoiceLineItem>;
const MAX_LINES = 50;

const OWNER_TYPES = ['ACCOUNT', 'INVOICE_GROUP'] as const;
export const CreateCustomInvoiceRequest = Closed(
  {
    accountId: Text(1, 50, { description: 'The account, or with ownerType INVOICE_GROUP the group' }),
    ownerType: Type.Optional(Enum(OWNER_TYPES, { description: 'Default ACCOUNT' })),
    startDate: DateTime(),
    endDate: DateTime({
      description: 'Exclusive. For an invoice with status DUE or PAID: not in the future',
    }),
    idempotencyKey: Type.Optional(
      Text(1, 255, {
        description:
          'Permanent, one invoice per owner and key: a repeated request returns the first one in its ' +
          'current state',
      }),
    ),
    status: Enum(['DRAFT', 'DUE', 'PAID']),
    lineItems: List(CustomInvoiceLineItem, { minItems: 1, maxItems: MAX_LINES }),
    autoAdvance: Type.Optional(
      Type.Boolean({
        description: 'For a DRAFT: whether it is issued automatically at its end; default false',
      }),
    ),
    applyCredits: Type.Optional(
      Type.Boolean({ description: 'Whether credits of the account pay for it; default true' }),
    ),
    applyWalletBalance: Type.Optional(
      Type.Boolean({ description: 'Whether the wallet of the account pays for it; default true' }),
    ),
  },
  { component: 'CreateCustomInvoiceRequest' },
);
export type CreateCustomInvoiceRequest = Static<typeof CreateCustomInvoiceRequest>;
export const UpdateInvoiceRequest = Closed(
  {
    startDate: Type.Optional(DateTime({ description: 'For CUSTOM drafts only' })),
    endDate: Type.Optional(DateTime({ description: 'For CUSTOM drafts only' })),
    status: Type.Optional(Enum(REQUESTED_STATUSES)),
    lineItems: Type.Optional(
      List(CustomInvoiceLineItem, {
        ...{ minItems: 1, maxItems: MAX_LINES },
        description: 'For CUSTOM drafts only: all lines, which replace the existing ones',
      }),
    ),
    autoAdvance: Type.Optional(
      Type.Boolean({ description: 'For drafts: issued automatically at the deadline' }),
    ),
    refundReason: Type.Optional(
      Name(1, 255, { description: 'Extension: with REFUND_INITIATED; kept in the metadata' }),
    ),
  },
  { component: 'UpdateInvoiceRequest' },
);

export const InvoiceParams = Type.Object({ invoice_id: Text(1, 100) });

export const PaymentLink = Closed({ url: Type.Optional(Type.String()) }, { component: 'PaymentLink' });
