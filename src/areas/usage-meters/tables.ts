import type { Generated } from 'kysely';
import type { Aggregation } from '#core/aggregation/index.ts';
import type { Computation, MeterFilter, MeterStatus } from './schema.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    usageMeters: UsageMetersTable;
  }
}

export interface UsageMetersTable {
  orgId: number;
  id: string;
  name: string;
  billableName: string | null;
  description: string | null;
  /** The unit of the quantity, as printed on invoices. */
  unit: string | null;
  type: 'COUNTER';
  aggregation: Aggregation;
  filters: MeterFilter[];
  computations: Computation[];
  eventSchemaName: string | null;
  status: MeterStatus;
  version: Generated<number>;
  lastActivatedAt: Temporal.Instant | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}
