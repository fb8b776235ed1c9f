import type { SchemaEvent } from '#areas/event-schemas/index.ts';
import type { FieldMaps, Outcome } from '../event.ts';
import type { LicenseMark } from '../read-license-mark.ts';
import type { Event } from '../schema.ts';
import type { EventStatus } from '../statuses.ts';
import type { EventFacts, FixedFacts } from './event-facts.ts';

/**
 * A step of the decision about an event. It declares whether a cached plan can take its part, and its types
 * keep it to what it declares: no step reads a value that a plan does not know.
 */
export type Step = FixedStep | PerEventStep | NeverStep;

/** Depends on nothing but what the events of a plan share, so the first event decides for all of them. */
export interface FixedStep {
  caching: 'FIXED';
  decide: (shape: EventShape, facts: FixedFacts, outcome: FixedOutcome) => Stop | null;
}

/** Depends on the time or the values of the event too, so a plan takes it for each event. */
export interface PerEventStep {
  caching: 'PER_EVENT';
  decide: (event: EventMoment, facts: EventFacts, progress: PlannedProgress) => Stop | null;
  /** A faster form for the events of a plan, by its first event; null: plans take `decide`. */
  shorten: (first: EventContent, facts: FixedFacts) => ShortForm | null;
}

/**
 * Depends on what no plan knows, or leads to more than units and sums: if it applies to an event, the next
 * one takes all steps, too.
 */
export interface NeverStep {
  caching: 'NEVER';
  applies: (facts: EventFacts) => boolean;
  decide: (event: SchemaEvent, facts: EventFacts, progress: Progress) => Stop | null;
}

/** What the events of a plan share: no times and no values. */
export interface EventShape {
  schemaName: string;
  accountId: string;
  attributes: Names;
  dimensions: Names;
}
interface Names {
  has(name: string): boolean;
}

/** The members of an outcome that fixed steps fill in. */
type FixedOutcome = Pick<Outcome, 'schema' | 'feature' | 'match' | 'period'>;

/** How a step ends the processing of an event; the first one decides. */
export interface Stop {
  status: EventStatus;
  description: string | null;
  isOnHold?: boolean;
}

/** An event without its values, which steps read from the progress: enrichment may replace them. */
type EventMoment = Pick<SchemaEvent, 'schemaName' | 'accountId' | 'timestamp'>;

/** How far an event has come. */
export interface Progress {
  /** Each step fills in its part; a step that stops the event keeps the results of earlier steps. */
  outcome: Outcome;
  /** As sent; from the enrichment on, declared and enriched fields. */
  fields: Pick<SchemaEvent, 'attributes' | 'dimensions'>;
  /** The same if all fields are declared and enrichment may add to these maps; otherwise null. */
  declared: FieldMaps | null;
  mark: LicenseMark | null;
}

/** The part of it that events with a cached plan have. */
export interface PlannedProgress extends Pick<Progress, 'fields' | 'declared'> {
  outcome: PlannedOutcome;
}
export type PlannedOutcome = Pick<
  Outcome,
  'status' | 'description' | 'enriched' | 'meters' | 'units' | 'usage'
>;

export type EventContent = Pick<Event, 'attributes' | 'dimensions'>;

/**
 * Decides about an event as it was sent, without maps of its fields, and fills in what it found; false leaves
 * the event to all steps. If it is true, `decide` comes to the same and does not stop the event.
 */
export type ShortForm = (event: ShortEvent, received: Receipt) => boolean;

/** The short form of a step that has nothing to do for the events of a plan. */
export const PASSES: ShortForm = () => true;

/** An event that short forms decide about. */
export interface ShortEvent extends Pick<Outcome, 'enriched'> {
  event: EventContent & Pick<Event, 'timestamp'>;
  /** The event's time in milliseconds. */
  ms: number;
  /** Packed. */
  units: string;
  /** By meter: a decimal, or a short one in ten-millionths; null if the meter has no units. */
  sums: readonly (Outcome['units'][number] | number)[];
}

/** When events were received; in ms too, because converting an instant is slow. */
export interface Receipt {
  at: Temporal.Instant;
  ms: number;
}

export function receiptOf(at: Temporal.Instant): Receipt {
  return { at, ms: at.epochMilliseconds };
}
