import type { Generated } from 'kysely';
import type { Address } from '#platform/http/schemas.ts';
import type { TaxId } from './tax-ids/schema.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    customers: CustomersTable;
  }
}

export interface CustomersTable {
  orgId: number;
  /** Chosen by the caller; never reused, even after archival. */
  id: string;
  platformId: string;
  name: string;
  primaryEmail: string;
  address: Address;
  taxIds: TaxId[];
  status: 'ACTIVE' | 'ARCHIVED';
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}
