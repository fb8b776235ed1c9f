import type { FeatureDebit } from '#areas/entitlements/index.ts';
import type { SchemaEvent } from '#areas/event-schemas/index.ts';
import type { Aggregation } from '#core/aggregation/index.ts';
import type { Decimal } from '#core/decimal.ts';
import type { LicenseMark } from './read-license-mark.ts';
import type { Event } from './schema.ts';
import type { EventStatus } from './statuses.ts';

export type StoredAttribute = Event['attributes'][number];

/** An event as processing reads it: raw, names looked up in maps, whatever was sent beside them ignored. */
export function toSchemaEvent(event: Omit<Event, 'id'>): SchemaEvent {
  return {
    schemaName: event.schemaName,
    accountId: event.accountId,
    timestamp: event.timestamp,
    attributes: new Map(event.attributes.map(({ name, value }) => [name, value])),
    dimensions: new Map(Object.entries(event.dimensions)),
  };
}

/** An event with its time as text, which is printed once and written to several places. */
export interface TimedEvent {
  timestamp: Temporal.Instant;
  eventTime: string;
}

/** What the steps found out about an event, stored with it; decimals and dates as text. */
export interface Pipeline {
  eventSchema?: { name: string; version: number };
  account?: { id: string; name: string; alias?: string };
  customer?: { id: string; name: string };
  enrichments?: {
    attributes: EnrichedValue[];
    dimensions: EnrichedValue[];
    dependencies: { key: string; type: 'SETTING'; name: string; value: string }[];
  };
  /** Of a schema that a feature is metered by; overage of an event that was debited. */
  featureDetails?: {
    featureId: string;
    mappedAttribute: string;
    overageInEvent?: string;
    /** Overage of the block that the event lies in, up to this event. */
    overageInCycle?: string;
  };
  /** At most one: an account has one plan at a time. `cycleEnd` is the last day, included. */
  pricePlans?: { id: string; scheduleId: string; cycleStart: string; cycleEnd: string }[];
  usageMeters?: {
    id: string;
    name: string;
    version: number;
    status: 'PROCESSED_FILTERED_OUT' | 'PROCESSED_UNITS_COMPUTED';
    units?: string;
  }[];
  /** Of a schema that asks for it: what the event earned when it was processed, by each of its meters. */
  revenueDetails?: { usageMeterId: string; revenueInvoiceCurrency: string; revenueBaseCurrency: string }[];
}
interface EnrichedValue {
  name: string;
  type: 'ATTRIBUTE' | 'DIMENSION';
  value: string;
}

/** What an event is for one meter. */
export interface MeteredUnits {
  meterId: string;
  units: Decimal;
  aggregation: Aggregation;
  /** What UNIQUE_COUNT counts once. */
  key?: string;
}

/** What became of an event, and the usage that it is. */
export interface Outcome {
  status: EventStatus;
  description: string | null;
  /**
   * Waits for something that may still come (the account, its activation, the schema): it keeps its event id.
   */
  isParked: boolean;
  /** An equal event has the id already. */
  isTwin?: boolean;
  accountId: string | null;
  customerId: string | null;
  pipeline: Pipeline;
  usage: MeteredUnits[];
  /** What the event takes from the credits of its account. */
  debit: FeatureDebit | null;
  /** What it says about a name, when it is an event of the reserved schema for that. */
  licenseMark?: LicenseMark;
  /** The cycle that the usage counts in; null when no plan is in force at the event's time. */
  cycle: { scheduleId: string; start: string } | null;
}
