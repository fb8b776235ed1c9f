import type { Decimal } from '#core/decimal.ts';
import type { Pipeline, StoredAttribute } from './event.ts';
import type { EventStatus } from './statuses.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    events: EventsTable;
    eventKeys: EventKeysTable;
    usage: UsageTable;
    usageHours: UsageHoursTable;
    usageCycles: UsageCyclesTable;
  }
}

export interface EventsTable {
  orgId: number;
  referenceId: string;
  eventId: string | null;
  schemaName: string;
  accountRef: string;
  accountId: string | null;
  customerId: string | null;
  eventTime: Temporal.Instant;
  receivedAt: Temporal.Instant;
  attributes: StoredAttribute[];
  dimensions: Record<string, string>;
  status: EventStatus;
  statusDescription: string | null;
  sourceType: string;
  sourceId: string;
  pipeline: Pipeline;
}

export interface EventKeysTable {
  orgId: number;
  eventId: string;
  referenceId: string;
  receivedAt: Temporal.Instant;
  payloadHash: Buffer;
}

export interface UsageTable {
  orgId: number;
  referenceId: string;
  meterId: string;
  accountId: string;
  eventTime: Temporal.Instant;
  units: Decimal;
  /** What UNIQUE_COUNT counts once; null for all other aggregations. */
  key: string | null;
}

export interface UsageHoursTable {
  orgId: number;
  accountId: string;
  meterId: string;
  hourAt: Temporal.Instant;
  units: Decimal;
  events: number;
}

export interface UsageCyclesTable {
  orgId: number;
  accountId: string;
  scheduleId: string;
  cycleStart: Temporal.PlainDate;
  meterId: string;
  units: Decimal;
  events: number;
}
