import type { Generated } from 'kysely';
import type { TaxId } from '#areas/customers/index.ts';
import type { Address } from '#platform/http/schemas.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    invoiceGroups: InvoiceGroupsTable;
    invoiceGroupMembers: InvoiceGroupMembersTable;
  }
}

export interface InvoiceGroupsTable {
  orgId: number;
  id: string;
  name: string;
  email: string;
  dailyInvoiceConsolidation: boolean;
  /** Null: the organization's. */
  netTermDays: number | null;
  /** Days after the end of a cycle; null: the longest grace period among the plans of the members. */
  gracePeriod: number | null;
  invoiceCurrency: string;
  address: Address;
  taxIds: TaxId[];
  accountsCount: number;
  /** When the last account left. */
  deletedAt: Temporal.Instant | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}

export interface InvoiceGroupMembersTable {
  orgId: number;
  groupId: string;
  accountId: string;
  effectiveFrom: Temporal.Instant;
  /** Exclusive; null: still a member. */
  effectiveUntil: Temporal.Instant | null;
}
