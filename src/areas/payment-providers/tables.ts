import type { Generated } from 'kysely';
import type { StoredSecret } from '#platform/outbound/signing-secrets.ts';
import type { Behaviour } from '#platform/payment-provider/simulated.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    paymentConnections: PaymentConnectionsTable;
    paymentConnectionCountries: PaymentConnectionCountriesTable;
  }
}

export interface PaymentConnectionsTable {
  orgId: number;
  id: string;
  /** OFFLINE: it no longer collects, but may still send events about its requests. */
  kind: 'OFFLINE' | 'CONNECTOR' | 'SIMULATED';
  /** Source of its payments; unique. */
  name: string;
  /** For payers of all countries that no other one serves; one per organization. */
  isDefault: boolean;
  /** For a CONNECTOR. */
  url: string | null;
  /** For a SIMULATED one. */
  behaviour: Behaviour | null;
  /** The current one first. */
  secrets: StoredSecret[];
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}

export interface PaymentConnectionCountriesTable {
  orgId: number;
  /** ISO 3166-1 alpha-2, upper case. */
  country: string;
  connectionId: string;
}
