import type { AccountMatch } from '#areas/accounts/index.ts';
import type { FeatureDebit, FeatureWallet } from '#areas/entitlements/index.ts';
import type { CompiledSchema, Enriched, FeatureDetails, SchemaEvent } from '#areas/event-schemas/index.ts';
import type { Aggregation } from '#core/aggregation/index.ts';
import type { Decimal } from '#core/decimal.ts';
import type { EventDetail } from './event-context.ts';
import type { ActiveMeter } from './meter-fields.ts';
import type { Period } from './process-event.ts';
import type { LicenseMark } from './read-license-mark.ts';
import type { Event } from './schema.ts';
import type { EventStatus } from './statuses.ts';

export type StoredAttribute = Event['attributes'][number];

/** An event as processing reads it: raw, names looked up in maps, whatever was sent beside them ignored. */
export function toSchemaEvent(event: Omit<Event, 'id'>): SchemaEvent {
  const { schemaName, accountId, timestamp } = event;
  return { schemaName, accountId, timestamp, ...fieldMapsOf(event) };
}

/** The values of an event by name. */
export function fieldMapsOf(event: Pick<Event, 'attributes' | 'dimensions'>) {
  const attributes = new Map<string, string>();
  for (const { name, value } of event.attributes) attributes.set(name, value);
  const dimensions = new Map<string, string>();
  for (const name in event.dimensions) dimensions.set(name, event.dimensions[name] ?? '');
  return { attributes, dimensions };
}

/** Where events come from, such as `API` and the id of a credential. */
export interface EventSource {
  type: string;
  id: string;
}

/** What an event is for one meter. */
export interface MeteredUnits {
  meterId: string;
  units: Decimal;
  aggregation: Aggregation;
  /** What UNIQUE_COUNT counts once. */
  key?: string;
}

/** What became of an event, and the usage that it is. Steps that were not reached leave null. */
export interface Outcome {
  status: EventStatus;
  description: string | null;
  /**
   * Waits for something that may still come (the account, its activation, the schema): it keeps its event id.
   */
  isOnHold: boolean;
  /** An equal event has the id already. */
  isTwin?: boolean;
  schema: CompiledSchema | null;
  feature: FeatureDetails | null;
  match: AccountMatch | null;
  /** The cycle that the event lies in. */
  period: Period | null;
  /** With the settings that it read. */
  enriched: (Enriched['enriched'] & { dependencies: NonNullable<EventDetail['dependencies']> }) | null;
  meters: readonly ActiveMeter[] | null;
  /** In the order of the meters; null for one whose filters or matchers the event did not pass. */
  units: readonly (Decimal | null)[];
  usage: readonly MeteredUnits[];
  /** What the event takes from the credits of its account. */
  debit: FeatureDebit | null;
  /** The credits of the matched account for the feature of its schema, where it came so far. */
  wallet?: FeatureWallet;
  /** What it says about a name, when it is an event of the reserved schema for that. */
  licenseMark?: LicenseMark;
  /** It came after the deadline of its cycle, whose invoice is adjusted. */
  isLateArrival?: boolean;
  /** It came after the deadline of its cycle, and counts at this time instead of its own. */
  usageAt?: Temporal.Instant;
  /** Of a schema that asks for it: what the event earned, by each of its meters. */
  revenue?: EventDetail['revenue'];
}

/** An outcome of which only the status is known. */
export function failed(failure: {
  status: EventStatus;
  description: string;
  isOnHold?: boolean;
  isTwin?: boolean;
}): Outcome {
  // Without spreads: every event makes one of these.
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
  if (failure.isTwin !== undefined) outcome.isTwin = failure.isTwin;
  return outcome;
}

const NO_UNITS: Outcome['units'] = [];
const NO_USAGE: Outcome['usage'] = [];
