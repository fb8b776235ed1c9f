import type { Generated } from 'kysely';
import type { Address } from '#platform/http/schemas.ts';
import type { NamedValue } from './schema.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    sellerEntities: SellerEntitiesTable;
  }
}

export interface SellerEntitiesTable {
  orgId: number;
  id: string;
  name: string;
  /** Null: that of the organization; the same for the e-mail. */
  address: Address | null;
  email: string | null;
  taxIds: NamedValue[];
  bankDetails: NamedValue[];
  paymentInstructions: string;
  logoFileId: string | null;
  isDefault: boolean;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}
