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
  /** OFFLINE: it collects no longer, but may still say what came of its requests. */
  kind: 'OFFLINE' | 'CONNECTOR' | 'SIMULATED';
  /** Source of the payments that come by it; of each its own. */
  name: string;
  /** For the payers of all countries that no other one serves; one of those of an organization. */
  isDefault: boolean;
  /** Of a CONNECTOR. */
  url: string | null;
  /** Of a SIMULATED one. */
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
