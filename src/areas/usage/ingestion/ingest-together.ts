import { insertDebits } from '#areas/entitlements/index.ts';
import type { SchemaEvent } from '#areas/event-schemas/index.ts';
import { recordMarks } from '#areas/licenses/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { lockIngestionShared } from '#platform/db/due-work.ts';
import type { Org } from '#platform/http/operation.ts';
import { type EventSource, type Outcome, toSchemaEvent } from '../event.ts';
import { firstKeyOf } from '../event-ids.ts';
import { foldUsage } from '../fold-usage.ts';
import { factsOf } from '../known/facts-of-events.ts';
import { applyChanges, type KnownFacts, learn } from '../known/known-facts.ts';
import { namesIn } from '../known/names-in-events.ts';
import { debitsOf, isReleased, marksOf, processBatch } from '../process-batch.ts';
import { type ReservedSchemas, reservedSchemas } from '../reserved-schemas.ts';
import type { Event } from '../schema.ts';
import { listCatalogChanges } from '../store/catalog-changes.ts';
import { releaseEventKeys } from '../store/event-keys.ts';
import { insertEvents } from '../store/events.ts';
import { insertUsage } from '../store/usage.ts';
import { insertWaiting } from '../store/waiting.ts';

import { packEvents } from './pack-events.ts';
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

/**
 * Stores and meters events in one transaction: what is answered is counted, and what is counted once stays
 * counted once, because ids and usage commit together. Two round trips, whatever the number of events: the
 * first takes the lock, the clock, the numbers and the ids; the second writes. The writes are returned
 * unawaited, so that the commit follows them without a third.
 */
export async function ingestTogether(
  tx: Tx,
  ingestion: Ingestion,
  sent: readonly SentEvent[],
): Promise<{ outcomes: Outcome[]; writes: Promise<unknown>[]; onCommitted(): void }> {
  const { org, known } = ingestion;
  const reserved = reservedSchemas(ingestion.wirePrefix);
  const events = sent.map(({ event }) => toSchemaEvent(event));
  const names = namesIn(events, reserved);
  const refs = [...new Set(events.map(({ accountId }) => accountId))];
  // Ids that templates make need the schemas first.
  const needsTemplates = sent.some(({ event }) => !event.id);
  const before = needsTemplates ? await learn(tx, org, { known, names, refs: [] }) : null;
  const identified = sent.map(({ event }, place) => ({
    sent: event,
    eventId: findEventId(
      event,
      () => events[place] as SchemaEvent,
      before && (before.catalog.schemas.get(event.schemaName)?.compiled ?? reservedOf(event, reserved)),
    ),
  }));
  // Sent in this order without waiting: everything is read after the lock, so that a cycle that closes waits
  // for this transaction, or this transaction sees the clock at which it closed.
  const [, changes, entered] = await Promise.all([
    lockIngestionShared(tx, org),
    listCatalogChanges(tx, org, known.compared?.snapshot ?? null),
    takeIds(tx, org, identified),
  ]);
  if (applyChanges(known, changes) && needsTemplates) throw new CatalogChanged();
  const { catalog, accounts } = await learn(tx, org, { known, names, refs });

  const { now, firstSeq, failures } = entered;
  const eventFacts = await factsOf(tx, org, {
    ...{ events, sent, known, catalog, accounts, reserved, receivedAt: now },
  });
  const outcomes = await processBatch(tx, org, {
    events,
    eventFacts,
    failureOf: (index) => failures.get(index),
    isPriced: (name) => catalog.schemas.get(name)?.isPriced ?? false,
  });
  const processed = sent.map(({ event, source }, place) => ({
    ...{ seq: firstSeq + place, eventId: identified[place]?.eventId ?? null },
    ...{ event, source, timestamp: event.timestamp, outcome: outcomes[place] as Outcome },
  }));
  const { hourOf } = catalog;
  if (!hourOf) throw new Error('the hours of the organization are not known');
  const [{ rows, onCommitted }] = await Promise.all([
    packEvents(tx, org, { processed, contexts: known.contexts }),
    // Names are locked before rollups, as credits are.
    recordMarks({ tx, org, now }, marksOf(processed)),
  ]);
  const released = processed.filter(isReleased);
  const keys = released.flatMap(({ eventId, seq }) => (eventId ? { key: firstKeyOf(eventId), seq } : []));
  const folded = foldUsage(processed, hourOf);
  const waiting = waitingOf(processed);
  const debits = debitsOf(processed);
  const writes = [
    insertEvents(tx, org, { events: rows, receivedAt: now }),
    insertWaiting(tx, org, waiting),
    insertDebits(tx, org, debits),
    releaseEventKeys(tx, org, keys),
    ...insertUsage(tx, org, { folded, slot: ingestion.slot }),
  ];
  return { outcomes, writes, onCommitted };
}

function reservedOf({ schemaName }: Event, reserved: ReservedSchemas) {
  return Object.values(reserved).find(({ name }) => name === schemaName) ?? null;
}
