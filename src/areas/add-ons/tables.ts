import type { Generated } from 'kysely';

declare module '#platform/db/tables.ts' {
  interface Tables {
    addOns: AddOnsTable;
  }
}

export interface AddOnsTable {
  orgId: number;
  id: string;
  name: string;
  type: 'LICENSE' | 'FIXED_FEE' | 'CREDIT_GRANT' | 'NAMED_LICENSE';
  billableName: string | null;
  status: 'ACTIVE' | 'ARCHIVED';
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}
