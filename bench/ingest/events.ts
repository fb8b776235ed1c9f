import { randomUUID } from 'node:crypto';

/** The events of the benchmark as they are sent: 381 bytes, of 3 schemas, for 1,000 accounts unless said. */

export const ACCOUNTS = Number(process.env.BENCH_ACCOUNTS ?? 1000);
/** Accounts whose number it divides are addressed by an alias. */
export const ALIAS_EVERY = 10;
export const SCHEMAS = ['api_request', 'file_storage', 'compute_job'] as const;
export const ATTRIBUTES = ['request_units', 'compute_seconds'] as const;
export const DIMENSIONS = ['region', 'zone', 'host', 'service', 'tier'] as const;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export interface BenchEvent {
  id: string;
  schemaName: string;
  timestamp: string;
  accountId: string;
  attributes: { name: string; value: string }[];
  dimensions: Record<string, string>;
}

/**
 * Within the last hour, and within the month that the accounts are priced for; not in the running minute, so
 * that the generator may change the second.
 */
export function makeEvent(): BenchEvent {
  const account = below(ACCOUNTS);
  const time = Date.now() - MINUTE_MS - below(HOUR_MS - MINUTE_MS);
  return {
    id: randomUUID(),
    schemaName: SCHEMAS[below(SCHEMAS.length)] ?? '',
    timestamp: new Date(Math.max(monthStart(), time)).toISOString(),
    accountId: account % ALIAS_EVERY === 0 ? aliasName(account) : accountName(account),
    attributes: [
      { name: ATTRIBUTES[0], value: String(100 + below(900)) },
      { name: ATTRIBUTES[1], value: `${below(60)}.${10 + below(90)}` },
    ],
    dimensions: {
      region: 'eu-central-1',
      zone: `eu-central-1${'abc'[below(3)]}`,
      host: `host-${1000 + below(500)}.eu.example.com`,
      service: 'public-gateway-01',
      tier: 'enterprise',
    },
  };
}

export function accountName(account: number): string {
  return `account-${String(account).padStart(4, '0')}`;
}

export function aliasName(account: number): string {
  return `tenant-${String(account).padStart(4, '0')}`;
}

/** Midnight of the first of the running month, in UTC: the zone that the organization bills in. */
export function monthStart(): number {
  const now = new Date();
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
}

function below(limit: number): number {
  return Math.floor(Math.random() * limit);
}
