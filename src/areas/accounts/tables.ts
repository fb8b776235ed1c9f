import type { Generated } from 'kysely';
import type { TaxId } from '#areas/customers/index.ts';
import type { Address } from '#platform/http/schemas.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    accounts: AccountsTable;
    accountAliases: AccountAliasesTable;
    knownAliases: KnownAliasesTable;
  }
}

export interface AccountsTable {
  orgId: number;
  /** Chosen by the caller; never reused, even after archival. */
  id: string;
  platformId: string;
  customerId: string;
  name: string;
  invoiceCurrency: string;
  status: 'ACTIVE' | 'DRAFT' | 'ARCHIVED';
  /** Null: the customer's address. */
  address: Address | null;
  /** Null: the customer's tax ids. */
  taxIds: TaxId[] | null;
  primaryEmail: string | null;
  /** Null: inherited. */
  netTermDays: number | null;
  metadata: Record<string, string> | null;
  tags: string[] | null;
  emailRecipients: string[] | null;
  additionalEmailRecipients: string[] | null;
  /** Distinguishes an empty object from an absent one. */
  hasBillingInformation: boolean;
  archivedAt: Temporal.Instant | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}

export interface AccountAliasesTable {
  orgId: number;
  id: string;
  accountId: string;
  /** Lower case. */
  value: string;
  /** Null: no start. */
  effectiveFrom: Temporal.Instant | null;
  /** Null: no end. */
  effectiveUntil: Temporal.Instant | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
}

export interface KnownAliasesTable {
  orgId: number;
  /** Lower case. */
  value: string;
  createdAt: Temporal.Instant;
}
