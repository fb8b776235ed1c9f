import { insertDebits } from '#areas/entitlements/index.ts';
import type { SchemaEvent } from '#areas/event-schemas/index.ts';
import { recordMarks } from '#areas/licenses/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { lockIngestionShared } from '#platform/db/due-work.ts';
import type { Org } from '#platform/http/operation.ts';
import { type EventSource, type Outcome, toSchemaEvent } from '../event.ts';
import { keysOf } from '../event-ids.ts';
import { foldAllButSums } from '../fold-usage.ts';
import type { HourOf } from '../hours.ts';
import type { CatalogNames } from '../known/catalog-facts.ts';
import { factsOf } from '../known/facts-of-events.ts';
import { applyChanges, type KnownFacts, learn, nothingKnown } from '../known/known-facts.ts';
import { namesIn } from '../known/names-in-events.ts';
import { debitsOf, isReleased, marksOf, processBatch } from '../process-batch.ts';
import { reservedSchemas } from '../reserved-schemas.ts';
import type { Event } from '../schema.ts';
import { listCatalogChanges } from '../store/catalog-changes.ts';
import { addContextUsage } from '../store/context-usage.ts';
import { releaseEventKeys } from '../store/event-keys.ts';
import { insertEvents } from '../store/events.ts';
import { insertUsage } from '../store/usage.ts';
import { insertWaiting } from '../store/waiting.ts';
import { foldByContext } from './fold-by-context.ts';
import { type ProcessedEvent, packEvents } from './pack-events.ts';
import { findEventId, takeIds } from './take-ids.ts';
import { waitingOf } from './waiting-of.ts';

/** An event that was sent, and by whom. */
export interface SentEvent {
  event: Event;
  source: EventSource;
  /** Sent to find out whether it may be. */
  isEntitled: boolean;
}

export interface Ingestion {
  org: Org;
  wirePrefix: string;
  known: KnownFacts;
  /** Of the rollups that this process writes. */
  slot: number;
}

/** The catalog changed in a way that gives events other ids: the transaction has to begin anew. */
export class CatalogChanged extends Error {}

/** What a transaction of events comes to; the writes are on their way, and the commit may follow them. */
export interface Ingested {
  outcomes: Outcome[];
  writes: Promise<unknown>[];
  /** To be called when the transaction has committed: what it made may be remembered then. */
  onCommitted(): void;
}

/**
 * Stores and meters events in one transaction: what is answered is counted, and what is counted once stays
 * counted once, because ids and usage commit together. Two round trips, whatever the number of events: the
 * first takes the lock, the clock, the numbers and the ids; the second writes.
 */
export async function ingestTogether(
  tx: Tx,
  ingestion: Ingestion,
  sent: readonly SentEvent[],
): Promise<Ingested> {
  const { org, known } = ingestion;
  const reserved = reservedSchemas(ingestion.wirePrefix);
  const events = sent.map(({ event }) => toSchemaEvent(event));
  const names = namesIn(events, reserved);
  const eventIds = await identify(tx, ingestion, { sent, events, names });
  // Sent in this order without waiting: everything is read after the lock, so that a cycle that closes waits
  // for this transaction, or this transaction sees the clock at which it closed.
  const [, changes, { now, firstSeq, failures }] = await Promise.all([
    lockIngestionShared(tx, org),
    listCatalogChanges(tx, org, known.compared?.snapshot ?? null),
    takeIds(
      tx,
      org,
      sent.map(({ event }, place) => ({ sent: event, eventId: eventIds[place] ?? null })),
    ),
  ]);
  const isCatalogChanged = applyChanges(known, changes);
  if (isCatalogChanged && sent.some(({ event }) => !event.id)) throw new CatalogChanged();
  const refs = [...new Set(events.map(({ accountId }) => accountId))];
  const { catalog, accounts } = await learn(tx, org, { known, names, refs });
  const outcomes = await processBatch(tx, org, {
    events,
    eventFacts: await factsOf(tx, org, {
      ...{ events, sent, known, catalog, accounts, reserved, receivedAt: now },
    }),
    failureOf: (index) => failures.get(index),
    isPriced: (name) => catalog.schemas.get(name)?.isPriced ?? false,
  });
  const processed = sent.map(({ event, source }, place) => ({
    seq: firstSeq + place,
    eventId: eventIds[place] ?? null,
    event,
    source,
    timestamp: event.timestamp,
    outcome: outcomes[place] as Outcome,
  }));
  if (!catalog.hourOf) throw new Error('the hours of the organization are not known');
  const stored = await store(tx, ingestion, { processed, now, hourOf: catalog.hourOf });
  return { outcomes, ...stored };
}

/** The ids of events, in order. Those that templates make need the schemas first. */
async function identify(
  tx: Tx,
  { org, known, wirePrefix }: Ingestion,
  batch: { sent: readonly SentEvent[]; events: readonly SchemaEvent[]; names: CatalogNames },
): Promise<(string | null)[]> {
  const { sent, events, names } = batch;
  if (sent.every(({ event }) => event.id)) return sent.map(({ event }) => event.id as string);
  // What is read before the first comparison is not remembered: nobody would tell that it changed meanwhile.
  const { catalog } = await learn(tx, org, {
    known: known.compared ? known : nothingKnown(),
    names,
    refs: [],
  });
  const reserved = Object.values(reservedSchemas(wirePrefix));
  return sent.map(({ event }, place) => {
    const { schemaName } = event;
    const schema =
      catalog.schemas.get(schemaName)?.compiled ?? reserved.find(({ name }) => name === schemaName);
    return findEventId(event, events[place] as SchemaEvent, schema);
  });
}

async function store(
  tx: Tx,
  { org, known, slot }: Ingestion,
  batch: { processed: readonly ProcessedEvent[]; now: Temporal.Instant; hourOf: HourOf },
): Promise<Omit<Ingested, 'outcomes'>> {
  const { processed, now, hourOf } = batch;
  const [{ rows, onCommitted }] = await Promise.all([
    packEvents(tx, org, { processed, contexts: known.contexts }),
    // Names are locked before rollups, as credits are.
    recordMarks({ tx, org, now }, marksOf(processed)),
  ]);
  const released = processed
    .filter(isReleased)
    .flatMap(({ eventId, seq }) => (eventId ? keysOf(eventId).map((key) => ({ key, seq })) : []));
  const contextIds = rows.map(({ contextId }) => contextId);
  const usage = foldByContext(processed, { contextIds, hourOf });
  const folded = foldAllButSums(processed, hourOf);
  const waiting = waitingOf(processed);
  const debits = debitsOf(processed);
  const writes = [
    insertEvents(tx, org, { events: rows, receivedAt: now }),
    insertWaiting(tx, org, waiting),
    insertDebits(tx, org, debits),
    releaseEventKeys(tx, org, released),
    ...insertUsage(tx, org, { folded, slot }),
    ...addContextUsage(tx, org, { usage, slot }),
  ];
  return { writes, onCommitted };
}
