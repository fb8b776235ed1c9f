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

/** One of each account; the database makes it when the account is active. */
export interface WalletsTable {
  orgId: number;
  accountId: string;
  id: string;
  /** The sum of the entries, without what is held; the database keeps it. */
  balance: Generated<Decimal>;
  /** The sum of the entries that hold money for drafts; the database keeps it. */
  holdAmount: Generated<Decimal>;
  status: Generated<WalletStatus>;
  /** Until then it takes money and gives none. */
  effectiveFrom: Temporal.Instant;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}

/** Why money moved. */
export type MovementKind =
  | 'WALLET_TOPUP'
  | 'PAYMENT'
  | 'NET_OFF'
  | 'NEGATIVE_INVOICE'
  | 'CONVERSION'
  | 'REVERSAL'
  | 'REFUND';
/**
 * Where it came from or went: money from outside, what wallets are owed, what invoices were paid with, the
 * price of credits, and what was given on top of a price.
 */
export type Book = 'RECEIVED' | 'WALLET' | 'INVOICES' | 'CREDITS' | 'GRANTED';

/** Append-only; its postings come to nothing. */
interface LedgerMovementsTable {
  orgId: number;
  id: Generated<number>;
  accountId: string;
  kind: MovementKind;
  currency: string;
  /** How many it has. */
  postings: number;
  createdAt: Temporal.Instant;
}

/** Append-only. */
interface LedgerPostingsTable {
  orgId: number;
  movementId: number;
  book: Book;
  /** Debited is positive, credited negative. */
  amount: Decimal;
}

/** Append-only, but for an entry that holds money until it is taken or given back. */
export interface WalletEntriesTable {
  orgId: number;
  /** Order of insertion: many have the same instant under a clock that stands still. */
  ordinal: Generated<number>;
  id: string;
  accountId: string;
  /** Null while money is held, and when nothing was taken of it. */
  movementId: number | null;
  transactionType: EntryType;
  status: Generated<EntryStatus>;
  /** Of a hold: no more than this is held. */
  requested: Decimal | null;
  amount: Decimal;
  /** After the entry; the database knows it. */
  closingBalance: Generated<Decimal>;
  entityId: string | null;
  description: string | null;
  createdAt: Temporal.Instant;
}
