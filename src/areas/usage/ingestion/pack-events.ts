import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { mapInTurns } from '#platform/turns.ts';
import type { EventSource, Outcome } from '../event.ts';
import { contextOf, type EventContext, type EventFields, fieldsOf, packEvent } from '../event-context.ts';
import type { Event } from '../schema.ts';
import { contextContent, findOrMakeContexts } from '../store/contexts.ts';
import type { NewEvent } from '../store/events.ts';

export interface ProcessedEvent {
  seq: number;
  eventId: string | null;
  event: Omit<Event, 'id'>;
  source: EventSource;
  timestamp: Temporal.Instant;
  outcome: Outcome;
}

/** An event context as cached by a process. */
export interface KnownContext {
  contextId: number;
  fields: EventFields | null;
}

export interface PackedEvents {
  rows: NewEvent[];
  /** The context of each event. */
  contexts: KnownContext[];
  /** Ids of the found and created contexts, by content. */
  ids: ReadonlyMap<string, number>;
  onCommitted(): void;
}

/** Maximum contexts that a process caches for one organization. */
const MAX_CONTEXTS = 50_000;

/**
 * Packs events into rows and moves their shared properties into contexts, which it finds or creates. Contexts
 * created by this transaction are cached only after its commit (`onCommitted`).
 */
export async function packEvents(
  tx: Tx,
  org: Org,
  {
    processed,
    contexts,
    wanted = new Map(),
  }: {
    processed: readonly ProcessedEvent[];
    contexts: Map<string, KnownContext>;
    /** Additional contexts to find or create, by content. */
    wanted?: ReadonlyMap<string, EventContext>;
  },
): Promise<PackedEvents> {
  const names = await mapInTurns(processed, nameOf);
  // Another lane may evict them while this one waits.
  const known = names.map((name) => contexts.get(name));
  const described = new Map<string, { content: string; fields: EventFields | null }>();
  const drafts = new Map(wanted);
  for (const [i, name] of names.entries()) {
    if (known[i] || described.has(name)) continue;
    const { event, outcome, source } = processed[i] as ProcessedEvent;
    const fields = fieldsOf(event, outcome);
    const context = contextOf(event, outcome, { source, fields });
    const content = contextContent(context);
    drafts.set(content, context);
    described.set(name, { content, fields });
  }
  const ids = await findOrMakeContexts(tx, org, drafts);
  const found = new Map<string, KnownContext>();
  for (const [name, { content, fields }] of described) {
    const contextId = ids.get(content);
    if (contextId === undefined) throw new Error('a context of events was not stored');
    found.set(name, { contextId, fields });
  }
  const ofEvents = names.map((name, i) => (found.get(name) ?? known[i]) as KnownContext);
  const rows = await mapInTurns(processed, ({ seq, eventId, event, timestamp, outcome }, i) => {
    const { contextId, fields } = ofEvents[i] as KnownContext;
    const packed = packEvent(event, outcome, fields);
    return { seq, eventId, timestamp, contextId, status: outcome.status, packed };
  });
  return { rows, contexts: ofEvents, ids, onCommitted: () => remember(contexts, found) };
}

function remember(contexts: Map<string, KnownContext>, found: ReadonlyMap<string, KnownContext>): void {
  if (contexts.size + found.size > MAX_CONTEXTS) contexts.clear();
  for (const [name, context] of found) contexts.set(name, context);
}

const SEPARATOR = '\u0000';

/** Equal for events of one context: the facts are cached, so equal facts are the same objects. */
function nameOf({ event, source, outcome }: ProcessedEvent): string {
  const { schema, match, period, meters, feature } = outcome;
  const shape = shapeOf(event);
  const subject = `${numberOf(schema)} ${numberOf(match)} ${numberOf(period)}`;
  const found = `${subject} ${numberOf(meters)} ${outcome.enriched === null}`;
  const used = feature ? feature.featureId + SEPARATOR + feature.attributeName : '';
  return [event.schemaName, event.accountId, source.type, source.id, found, used, shape].join(SEPARATOR);
}

/** Short keys of event shapes, by the names of their fields. */
const shapes = new Map<string, string>();
const MAX_SHAPES = 10_000;

function shapeOf({ attributes, dimensions }: ProcessedEvent['event']): string {
  let names = '';
  for (const { name, unit } of attributes)
    names += unit === undefined ? SEPARATOR + name : SEPARATOR + name + SEPARATOR + SEPARATOR + unit;
  names += SEPARATOR + SEPARATOR + SEPARATOR;
  for (const field in dimensions) names += SEPARATOR + field;
  const known = shapes.get(names);
  if (known !== undefined) return known;
  // An evicted shape gets a new key, and its contexts are read from the database once more.
  if (shapes.size > MAX_SHAPES) shapes.clear();
  const shape = String(++numbered);
  shapes.set(names, shape);
  return shape;
}

const numbers = new WeakMap<object, number>();
let numbered = 0;

function numberOf(found: object | null): number {
  if (found === null) return 0;
  const known = numbers.get(found);
  if (known !== undefined) return known;
  numbers.set(found, ++numbered);
  return numbered;
}
