import type { AccountMatch } from '#areas/accounts/index.ts';
import type { FeatureDebit, FeatureWallet } from '#areas/entitlements/index.ts';
import type { CompiledSchema, Enriched, FeatureDetails, SchemaEvent } from '#areas/event-schemas/index.ts';
import type { Aggregation } from '#core/aggregation/index.ts';
import type { Decimal } from '#core/decimal.ts';
import type { Period } from './decision/event-facts.ts';
import type { EventDetail } from './event-context.ts';
import type { ActiveMeter } from './meter-fields.ts';
import type { LicenseMark } from './read-license-mark.ts';
import type { Event } from './schema.ts';
import type { EventStatus, Failure } from './statuses.ts';

export type StoredAttribute = Event['attributes'][number];

/** An event in the form that processing reads: raw, with fields in maps and undeclared members ignored. */
export function toSchemaEvent(event: Omit<Event, 'id'>): SchemaEvent {
  const { schemaName, accountId, timestamp } = event;
  return { schemaName, accountId, timestamp, ...fieldMapsOf(event) };
}

/** The values of an event by name. */
export interface FieldMaps {
  /** Decimal text. */
  attributes: Map<string, string>;
  dimensions: Map<string, string>;
}

export function fieldMapsOf(event: Pick<Event, 'attributes' | 'dimensions'>): FieldMaps {
  const attributes = new Map<string, string>();
  for (const { name, value } of event.attributes) attributes.set(name, value);
  const dimensions = new Map<string, string>();
  for (const name in event.dimensions) dimensions.set(name, event.dimensions[name] ?? '');
  return { attributes, dimensions };
}

/** The origin of events, such as `API` with the id of a credential. */
export interface EventSource {
  type: string;
  id: string;
}

/** The contribution of an event to one meter. */
export interface MeteredUnits {
  meterId: string;
  units: Decimal;
  aggregation: Aggregation;
  /** The key that UNIQUE_COUNT counts once. */
  key?: string;
}

/** The result of processing an event, and its usage. Fields of steps that were not reached are null. */
export interface Outcome {
  status: EventStatus;
  description: string | null;
  /** Whether the event waits for an account, its activation or a schema; it keeps its event id meanwhile. */
  isOnHold: boolean;
  /** An identical event already has the id. */
  isIdentical?: boolean;
  schema: CompiledSchema | null;
  feature: FeatureDetails | null;
  match: AccountMatch | null;
  /** The cycle that contains the event. */
  period: Period | null;
  /** With the settings that the enrichment read. */
  enriched: (Enriched['enriched'] & { dependencies: NonNullable<EventDetail['dependencies']> }) | null;
  meters: readonly ActiveMeter[] | null;
  /** In the order of the meters; null if the event does not pass the meter's filters or matchers. */
  units: readonly (Decimal | null)[];
  usage: readonly MeteredUnits[];
  /** The debit of the account's credits. */
  debit: FeatureDebit | null;
  /** The matched account's credits for the feature of the schema, if processing got that far. */
  wallet?: FeatureWallet;
  /** The marked name, if the schema is the reserved one for named licenses. */
  licenseMark?: LicenseMark;
  /** The event arrived after the deadline of its cycle, whose invoice will be adjusted. */
  isLateArrival?: boolean;
  /** The event arrived after the deadline of its cycle, and counts at this time instead of its own. */
  usageAt?: Temporal.Instant;
  /** Whether the event stores its revenue. */
  isPriced?: boolean;
  /** The revenue of the event by meter, if its schema stores revenue. */
  revenue?: EventDetail['revenue'];
}

/** An outcome of which only the status is known. */
export function failed(failure: Failure): Outcome {
  // Avoids spreads, because every event creates one of these.
  const outcome: Outcome = {
    status: failure.status,
    description: failure.description,
    isOnHold: failure.isOnHold ?? false,
    schema: null,
    feature: null,
    match: null,
    period: null,
    enriched: null,
    meters: null,
    units: NO_UNITS,
    usage: NO_USAGE,
    debit: null,
  };
  if (failure.isIdentical !== undefined) outcome.isIdentical = failure.isIdentical;
  return outcome;
}

const NO_UNITS: Outcome['units'] = [];
const NO_USAGE: Outcome['usage'] = [];
