import type { Generated } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { EntryStatus, EntryType, WalletStatus } from './schema.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    wallets: WalletsTable;
    ledgerMovements: LedgerMovementsTable;
    ledgerPostings: LedgerPostingsTable;
    walletEntries: WalletEntriesTable;
  }
}

/** One per account; the database creates it when the account becomes active. */
export interface WalletsTable {
  orgId: number;
  accountId: string;
  id: string;
  /** The sum of the entries, excluding holds; the database maintains it. */
  balance: Generated<Decimal>;
  /** The sum of the entries that hold money for drafts; the database maintains it. */
  holdAmount: Generated<Decimal>;
  status: Generated<WalletStatus>;
  /** Until then money can be credited but not debited. */
  effectiveFrom: Temporal.Instant;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}

/** The reason of a movement. */
export type MovementKind =
  | 'WALLET_TOPUP'
  | 'PAYMENT'
  | 'NET_OFF'
  | 'NEGATIVE_INVOICE'
  | 'CONVERSION'
  | 'REVERSAL'
  | 'REFUND';
/**
 * The books of the ledger: money from outside, balances of wallets, payments of invoices, the price of
 * credits, and amounts granted on top of a price.
 */
export type Book = 'RECEIVED' | 'WALLET' | 'INVOICES' | 'CREDITS' | 'GRANTED';

/** Append-only; its postings sum to 0. */
interface LedgerMovementsTable {
  orgId: number;
  id: Generated<number>;
  accountId: string;
  kind: MovementKind;
  currency: string;
  /** The number of its postings. */
  postings: number;
  createdAt: Temporal.Instant;
}

/** Append-only. */
interface LedgerPostingsTable {
  orgId: number;
  movementId: number;
  book: Book;
  /** Debits are positive, credits negative. */
  amount: Decimal;
}

/** Append-only, except for an entry that holds money until it is debited or released. */
export interface WalletEntriesTable {
  orgId: number;
  /** The order of insertion: many have the same instant under a clock that stands still. */
  ordinal: Generated<number>;
  id: string;
  accountId: string;
  /** Null while money is held, and if none of it was debited. */
  movementId: number | null;
  transactionType: EntryType;
  status: Generated<EntryStatus>;
  /** For a hold: the maximum to hold. */
  requested: Decimal | null;
  amount: Decimal;
  /** After the entry; the database sets it. */
  closingBalance: Generated<Decimal>;
  entityId: string | null;
  description: string | null;
  createdAt: Temporal.Instant;
}
