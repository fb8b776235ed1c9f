import type { Generated } from 'kysely';
import type { Decimal } from '#core/decimal.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    licenseUpdates: LicenseUpdatesTable;
    namedLicenses: NamedLicensesTable;
    namedLicenseMarks: NamedLicenseMarksTable;
    namedLicenseEntries: NamedLicenseEntriesTable;
  }
}

export interface LicenseUpdatesTable {
  orgId: number;
  /** Order of operations of one instant. */
  ordinal: Generated<number>;
  accountId: string;
  licenseId: string;
  updateType: 'RELATIVE' | 'ABSOLUTE';
  /** As requested. */
  quantity: Decimal;
  /** Level after the update. */
  level: Decimal;
  effectiveFrom: Temporal.Instant;
  metadata: Record<string, string>;
  idempotencyKey: string | null;
  /** The request made with the key, and the level in its response. */
  request: LicenseRequest | null;
  answered: Decimal | null;
  createdAt: Temporal.Instant;
}

/** A request as plain JSON, in a form in which equal requests are equal. */
export interface LicenseRequest {
  licenseId: string;
  accountId: string;
  updateType: 'RELATIVE' | 'ABSOLUTE';
  quantity: string;
  /** Null: the time of the request. */
  effectiveFrom: string | null;
  metadata: Record<string, string>;
}

/** The row that writers of the names of an account and license lock. */
interface NamedLicensesTable {
  orgId: number;
  accountId: string;
  licenseId: string;
  createdAt: Temporal.Instant;
}

interface NamedLicenseMarksTable {
  orgId: number;
  /** The event. */
  referenceId: string;
  accountId: string;
  licenseId: string;
  name: string;
  markedAt: Temporal.Instant;
  action: 'OPEN' | 'CLOSE';
}

export interface NamedLicenseEntriesTable {
  orgId: number;
  id: string;
  accountId: string;
  licenseId: string;
  name: string;
  effectiveFrom: Temporal.Instant;
  /** Null: open. */
  effectiveUntil: Temporal.Instant | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
}
