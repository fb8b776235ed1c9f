import type { Generated, GeneratedAlways } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { CardInput, CorrectionInput } from '#core/invoice/index.ts';
import type { StoredCharge } from './charges/rules.ts';
import type { RecordType, SourceType } from './payments/schema.ts';
import type {
  FINALIZING_STATUSES,
  INVOICE_CLASSES,
  INVOICE_STATUSES,
  INVOICE_TYPES,
  InvoiceDetails,
  InvoiceInfo,
} from './schema.ts';
import type { ChargeContent, ChargeSetting } from './settlement/advance-charge.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    invoices: InvoicesTable;
    invoicePrints: InvoicePrintsTable;
    invoiceSequences: InvoiceSequencesTable;
    upcomingCharges: UpcomingChargesTable;
    advanceCharges: AdvanceChargesTable;
    advanceAdjustments: AdvanceAdjustmentsTable;
    chargeGiveBacks: ChargeGiveBacksTable;
    payments: PaymentsTable;
    paymentRecords: PaymentRecordsTable;
    invoiceAllocations: InvoiceAllocationsTable;
    approvedTotals: ApprovedTotalsTable;
    invoiceBookings: InvoiceBookingsTable;
  }
}

export interface InvoicesTable {
  orgId: number;
  id: string;
  /** Null for an invoice of a group. */
  accountId: string | null;
  customerId: string | null;
  /** Of a composite. */
  groupId: string | null;
  /** The account or the group. */
  ownerId: GeneratedAlways<string>;
  /** The composite that collects it, since it fell due. */
  mergedInto: string | null;
  scheduleId: string | null;
  planId: string | null;
  planVersion: number | null;
  cycleStart: Temporal.PlainDate | null;
  cycleEnd: Temporal.PlainDate | null;
  invoiceClass: (typeof INVOICE_CLASSES)[number];
  invoiceType: (typeof INVOICE_TYPES)[number];
  status: (typeof INVOICE_STATUSES)[number];
  finalizingStatus: (typeof FINALIZING_STATUSES)[number] | null;
  currency: string;
  startAt: Temporal.Instant;
  /** Exclusive. */
  endAt: Temporal.Instant;
  /** The instant of the transition to DUE, projected while the invoice is a draft. */
  invoiceDate: Temporal.Instant;
  dueDate: Temporal.Instant | null;
  /** Since when its issue has failed and it is held back; null if that never happened. */
  heldSince: Temporal.Instant | null;
  netTermDays: number;
  generatedAt: Temporal.Instant;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  sequenceId: string | null;
  /** The counter of the number: `ORG`, `ORDER`, or a customer or group. */
  sequenceScope: Generated<string>;
  totalAmount: Decimal;
  paidAmount: Generated<Decimal>;
  autoAdvance: Generated<boolean>;
  /** Whether it waits because of INVOICE_AUTO_ADVANCE, not because of a user or a hook. */
  heldBySetting: Generated<boolean>;
  /** `canonicalJson` of the `InvoiceInputs`. */
  inputs: string;
  /** `canonicalJson` of the `InvoiceDocument` computed from the inputs. */
  document: string;
  /** Whether it may have revenue beyond that of its cards. */
  mayAddRevenue: GeneratedAlways<boolean>;
  details: InvoiceDetails;
  /** From the details. */
  customerName: GeneratedAlways<string | null>;
  accountName: GeneratedAlways<string | null>;
  metadata: Generated<Record<string, unknown>>;
  info: Generated<InvoiceInfo[]>;
  pdfFileId: string | null;
  /** The job that finalized it. */
  billRunId: string | null;
  miscellaneousCharges: Generated<readonly StoredCharge[]>;
  /** Whether credits and the account's wallet pay for it; false only for CUSTOM invoices. */
  appliesCredits: Generated<boolean>;
  appliesWallet: Generated<boolean>;
  /** The number of reissues of its cycle's bill when this one was created. */
  reissue: Generated<number>;
  /** The caller's key of a CUSTOM invoice, stored with the request. */
  idempotencyKey: Generated<string | null>;
  request: Generated<string | null>;
  rowVersion: Generated<number>;
}

/** The template and settings of an issued invoice. Immutable. */
export interface InvoicePrintsTable {
  orgId: number;
  invoiceId: string;
  /** Null: the built-in one. */
  templateId: string | null;
  templateVersion: number | null;
  hidesZeroLines: boolean;
  /** `canonicalJson` of the settings available to the texts. */
  data: string;
  createdAt: Temporal.Instant;
}

export interface UpcomingChargesTable {
  orgId: number;
  accountId: string;
  items: readonly StoredCharge[];
  updatedAt: Temporal.Instant;
}

export interface AdvanceChargesTable {
  orgId: number;
  accountId: string;
  scheduleId: string;
  cycleStart: Temporal.PlainDate;
  cardName: string;
  /** Null if the correction of another schedule's charge created it. */
  invoiceId: string | null;
  revision: number;
  charge: ChargeContent;
  isClosed: boolean;
  updatedAt: Temporal.Instant;
}

/** The give-backs of an invoice in advance: a row for each line, and one for the whole invoice. */
export interface ChargeGiveBacksTable {
  orgId: number;
  id: Generated<number>;
  accountId: string;
  invoiceId: string;
  /** INVOICE: the row of the whole invoice, whose `charged` and `net` are its tax. */
  of: CorrectionInput['of'] | 'INVOICE';
  lineId: string;
  nth: number;
  way: 'SETTLEMENT' | 'CREDIT_NOTE' | 'REFUND' | 'VOID';
  charged: Decimal;
  net: Decimal;
  /** For a settlement, on the row of the invoice: the reduction, taxes included. */
  money: Decimal;
  /** A discount beside the line paid for it, so the amount of the invoice stays the same. */
  isDiscounted: boolean;
  key: string | null;
  noteId: string | null;
  /** For a settlement, on the row of the invoice. */
  correction: CorrectionInput | null;
  createdAt: Temporal.Instant;
  withdrawnAt: Temporal.Instant | null;
}

export interface AdvanceAdjustmentsTable {
  orgId: number;
  id: string;
  accountId: string;
  card: CardInput;
  setting: ChargeSetting;
  /** Null while it waits for an invoice. */
  invoiceId: string | null;
  createdAt: Temporal.Instant;
}

/** Immutable except for a reversal. */
export interface PaymentsTable {
  orgId: number;
  id: string;
  accountId: string;
  sourceType: SourceType;
  sourceName: string;
  transactionNumber: string;
  referenceDescription: string | null;
  referenceMetadata: Record<string, string> | null;
  description: string | null;
  notes: string | null;
  currency: string;
  totalAmount: Decimal;
  /** Id of the credential. */
  createdBy: string;
  createdAt: Temporal.Instant;
  status: Generated<'RECORDED' | 'REVERSED'>;
  reversedAt: Temporal.Instant | null;
  reversedBy: string | null;
  reversalReason: string | null;
  /** Common to the payments of one line of a bank statement; null: it paid for one account. */
  bankLineId: Generated<string | null>;
  /** The provider request that collected it; null if a user recorded it. */
  requestId: Generated<string | null>;
  rowVersion: Generated<number>;
}

/** Append-only. */
export interface PaymentRecordsTable {
  orgId: number;
  paymentId: string;
  recordOrder: number;
  type: RecordType;
  /** The invoice, the new credit or the wallet. */
  targetId: string;
  amount: Decimal;
  /** For a draft: the money is in the wallet and held for it. */
  isHold: Generated<boolean>;
}

/** Append-only. */
export interface InvoiceAllocationsTable {
  orgId: number;
  id: Generated<number>;
  invoiceId: string;
  /** The payer. */
  accountId: string;
  kind: 'PAYMENT' | 'WALLET' | 'REVERSAL';
  paymentId: string | null;
  movementId: number;
  /** The reversed allocation. */
  reverses: number | null;
  /** Negative for a reversal. */
  amount: Decimal;
  /** The account of the journal that it reduces; a trigger sets it from the status of the invoice. */
  bookedAgainst: Generated<'RECEIVABLES' | 'ORDER_PREPAYMENTS' | 'BAD_DEBTS'>;
  createdAt: Temporal.Instant;
}

/** What a change of an invoice books in the journal; payments are in the allocations. A trigger appends. */
interface InvoiceBookingsTable {
  orgId: number;
  id: Generated<number>;
  invoiceId: string;
  kind: 'ISSUED' | 'VOIDED' | 'WRITTEN_OFF' | 'REFUND_STARTED' | 'REFUND_FAILED';
  currency: string;
  /** By account of the journal, debits positive; the sum is 0. */
  amounts: Record<string, number>;
  /** The part of RECEIVABLES. */
  receivable: GeneratedAlways<Decimal>;
  bookedAt: Temporal.Instant;
}

export interface InvoiceSequencesTable {
  orgId: number;
  scope: string;
  period: string;
  lastValue: number;
}

/** The total with which a person had an invoice issued that is issued later. */
interface ApprovedTotalsTable {
  orgId: number;
  invoiceId: string;
  totalAmount: Decimal;
  currency: string;
  createdAt: Temporal.Instant;
}
