import type { Generated } from 'kysely';
import type { Decimal } from '#core/decimal.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    featureWallets: FeatureWalletsTable;
    featureCreditEntries: FeatureCreditEntriesTable;
    featureDebits: FeatureDebitsTable;
  }
}

/** The row that writers lock before they change an account's credits for a feature. */
interface FeatureWalletsTable {
  orgId: number;
  accountId: string;
  featureId: string;
  createdAt: Temporal.Instant;
}

export interface FeatureCreditEntriesTable {
  orgId: number;
  accountId: string;
  featureId: string;
  id: string;
  source: 'ENTITLEMENT' | 'PRICE_PLAN' | 'OVERAGE' | 'REFUND';
  status: 'ACTIVE' | 'VOIDED';
  /** The granting schedule; null if no schedule granted it. */
  scheduleId: string | null;
  invoiceTiming: 'IN_ADVANCE' | 'IN_ARREARS' | 'PREPAID' | null;
  /** Start of the recurrence block that it was granted for. */
  blockAt: Temporal.Instant | null;
  effectiveFrom: Temporal.Instant;
  effectiveUntil: Temporal.Instant;
  /** The end set by the rate card; null if an operator has set one. */
  cardUntil: Temporal.Instant | null;
  /** Null: unlimited overage. */
  granted: Decimal | null;
  used: Decimal;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}

export interface FeatureDebitsTable {
  orgId: number;
  /** Reference of the event. */
  referenceId: string;
  /** Order in which the event debited its entries. */
  position: number;
  accountId: string;
  featureId: string;
  entryId: string;
  eventTime: Temporal.Instant;
  isOverage: boolean;
  units: Decimal;
}
