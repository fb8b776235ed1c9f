import type { Generated } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { CreditStatus, TransactionType } from './schema.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    credits: CreditsTable;
    creditTransactions: CreditTransactionsTable;
    creditHolds: CreditHoldsTable;
    creditUses: CreditUsesTable;
  }
}

export interface CreditsTable {
  orgId: number;
  id: string;
  accountId: string;
  customerId: string;
  purpose: string;
  /** Billables and groups of them; empty: everything. */
  applicableEntityIds: string[];
  /** Local days of the organization, both inclusive. */
  effectiveFrom: Temporal.PlainDate;
  /** Null: no end. */
  effectiveUntil: Temporal.PlainDate | null;
  creditAmount: Decimal;
  /** By invoices. */
  consumedAmount: Generated<Decimal>;
  /** Expired or voided. */
  forfeitedAmount: Generated<Decimal>;
  /** The sum of the credit's holds; the database maintains it. */
  holdAmount: Generated<Decimal>;
  /** Whether it may pay a line of a current draft. */
  isApplicable: Generated<boolean>;
  /** Lower first; 1 to 100 by request, from 0 by a plan. */
  priority: number;
  status: CreditStatus;
  /** The account's currency. */
  creditUnit: string;
  grantorId: string | null;
  idempotencyKey: string | null;
  /** A schedule charges it at the end of its block. */
  isOwed: Generated<boolean>;
  /** Its key, before other terms replaced those that granted it. */
  replacedKey: Generated<string | null>;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}

/** Append-only. */
export interface CreditTransactionsTable {
  orgId: number;
  /** The order of insertion: many have the same instant under a clock that stands still. */
  ordinal: Generated<number>;
  id: string;
  creditId: string;
  transactionType: TransactionType;
  invoiceId: string | null;
  entityId: string | null;
  /** Set if a settlement restored a part of what the invoice took; there may be several. */
  settlementKey: string | null;
  amount: Decimal;
  createdAt: Temporal.Instant;
}

interface CreditHoldsTable {
  orgId: number;
  creditId: string;
  /** A draft. */
  invoiceId: string;
  amount: Decimal;
}

/** Append-only. */
interface CreditUsesTable {
  orgId: number;
  creditId: string;
  invoiceId: string;
  /** The billable of the line. */
  lineId: string;
  amount: Decimal;
  createdAt: Temporal.Instant;
}
