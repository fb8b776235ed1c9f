import type { Decimal } from '#core/decimal.ts';
import type { ContextFacts } from './event-context.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    events: EventsTable;
    eventContexts: EventContextsTable;
    usage: UsageTable;
    usageHours: UsageHoursTable;
    usageCycles: UsageCyclesTable;
    lateUsage: LateUsageTable;
  }
}

export interface EventsTable {
  orgId: number;
  seq: number;
  eventTime: Temporal.Instant;
  receivedAt: Temporal.Instant;
  contextId: number;
  /** See status-codes.ts. */
  status: number;
  /** See event-ids.ts. */
  eventId: Buffer;
  /** See event-context.ts, also for the next two columns. */
  vals: string;
  units: string;
  detail: string;
}

export interface EventContextsTable {
  orgId: number;
  contextId: number;
  content: Buffer;
  schemaName: string;
  accountId: string | null;
  customerId: string | null;
  scheduleId: string | null;
  cycleStart: Temporal.PlainDate | null;
  cycleAt: Temporal.Instant | null;
  cycleUntil: Temporal.Instant | null;
  meterIds: string[];
  facts: ContextFacts;
}

export interface UsageTable {
  orgId: number;
  seq: number;
  meterId: string;
  accountId: string;
  eventTime: Temporal.Instant;
  units: Decimal;
  /** The key that UNIQUE_COUNT counts once; null for all other aggregations. */
  key: string | null;
}

export interface UsageHoursTable {
  orgId: number;
  accountId: string;
  meterId: string;
  hourAt: Temporal.Instant;
  slot: number;
  units: Decimal;
  events: number;
}

export interface UsageCyclesTable {
  orgId: number;
  accountId: string;
  scheduleId: string;
  cycleStart: Temporal.PlainDate;
  meterId: string;
  slot: number;
  units: Decimal;
  events: number;
}

export interface LateUsageTable {
  orgId: number;
  seq: number;
  accountId: string;
  scheduleId: string;
  cycleStart: Temporal.PlainDate;
  notedAt: Temporal.Instant;
  /** The invoice that includes the usage. */
  invoiceId: string | null;
}
