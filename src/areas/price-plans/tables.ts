import type { PricingCycleConfig } from '#core/period-config.ts';
import type { StoredDetails } from './card-details-schema.ts';
import type { InvoiceTiming, RateCardType } from './card-types.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    pricePlans: PricePlansTable;
    pricePlanVersions: PricePlanVersionsTable;
    rateCards: RateCardsTable;
  }
}

export interface PricePlansTable {
  orgId: number;
  id: string;
  name: string;
  type: 'BILLING' | 'PURCHASE';
  status: 'ACTIVE' | 'ARCHIVED';
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
}

export interface PricePlanVersionsTable {
  orgId: number;
  planId: string;
  version: number;
  /** References this version's rate cards. */
  referenceId: string;
  status: 'DRAFT' | 'ACTIVE';
  description: string | null;
  pricingCycleConfig: PricingCycleConfig | null;
  supportedCurrencies: string[];
  /** The currencies in which accounts can be billed; null: all supported ones. */
  activeCurrencies: string[] | null;
  deferredRevenue: boolean;
  allowOngoingCycleUpdates: boolean;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  finalizedAt: Temporal.Instant | null;
}

export interface RateCardsTable {
  orgId: number;
  referenceId: string;
  name: string;
  /** Order of the cards, and of their lines on an invoice. */
  position: number;
  type: RateCardType;
  billableId: string;
  displayName: string;
  invoiceTiming: InvoiceTiming;
  tag: string | null;
  details: StoredDetails;
  createdAt: Temporal.Instant;
}
