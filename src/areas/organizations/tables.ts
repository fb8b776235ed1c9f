import type { Generated } from 'kysely';
import type { Address } from '#platform/http/schemas.ts';
import type { OrganizationStatus } from './scopes-under.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    organizations: OrganizationsTable;
    organizationCurrencies: OrganizationCurrenciesTable;
    currencyRates: CurrencyRatesTable;
  }
}

export interface OrganizationsTable {
  orgId: Generated<number>;
  id: string;
  environment: 'production' | 'sandbox';
  name: string;
  status: Generated<OrganizationStatus>;
  timezone: Generated<string>;
  baseCurrency: Generated<string>;
  roundingMode: Generated<'HALF_UP' | 'HALF_EVEN' | 'DOWN'>;
  address: Generated<Address>;
  primaryEmail: Generated<string>;
  metadata: Generated<Record<string, string>>;
  clockAt: Generated<Temporal.Instant | null>;
  /** When the sandbox was last wiped. */
  wipedAt: Generated<Temporal.Instant | null>;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}

export interface CurrencyRatesTable {
  orgId: number;
  currency: string;
  effectiveFrom: Temporal.PlainDate;
  rate: import('#core/decimal.ts').Decimal;
  createdAt: Temporal.Instant;
}

export interface OrganizationCurrenciesTable {
  orgId: number;
  currency: string;
  rate: import('#core/decimal.ts').Decimal;
  createdAt: Temporal.Instant;
}
