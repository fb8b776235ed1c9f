import type { Generated } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { EntryType, WalletStatus } from './schema.ts';

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
  /** The sum of the entries; the database keeps it. */
  balance: Generated<Decimal>;
  status: Generated<WalletStatus>;
  /** Until then it takes money and gives none. */
  effectiveFrom: Temporal.Instant;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}

/** Why money moved. */
export type MovementKind = 'WALLET_TOPUP';
/** Where it came from or went: money from outside, and what the wallets are owed. */
export type Book = 'RECEIVED' | 'WALLET';

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

/** Append-only. */
export interface WalletEntriesTable {
  orgId: number;
  /** Order of insertion: many have the same instant under a clock that stands still. */
  ordinal: Generated<number>;
  id: string;
  accountId: string;
  movementId: number;
  transactionType: EntryType;
  amount: Decimal;
  /** After the entry; the database knows it. */
  closingBalance: Generated<Decimal>;
  entityId: string | null;
  description: string | null;
  createdAt: Temporal.Instant;
}
