import { insertDebits } from '#areas/entitlements/index.ts';
import type { SchemaEvent } from '#areas/event-schemas/index.ts';
import { recordMarks } from '#areas/licenses/index.ts';
import { enterIngestion } from '#platform/db/due-work.ts';
import type { Context } from '#platform/http/operation.ts';
import { newTimeUuids } from '#platform/ids.ts';
import { claimEventIds, findEventId, hashPayload, type IdentifiedEvent } from './claim-event-ids.ts';
import { type Outcome, type TimedEvent, toSchemaEvent } from './event.ts';
import { foldUsage } from './fold-usage.ts';
import { loadBatchFacts, loadEventFacts } from './load-facts.ts';
import { debitsOf, marksOf, processBatch } from './process-batch.ts';
import type { Event } from './schema.ts';
import { releaseEventKeys } from './store/event-keys.ts';
import { insertEvents } from './store/events.ts';
import { insertUsage } from './store/usage.ts';

type IngestionContext = Pick<Context, 'tx' | 'org' | 'deployment'>;

export interface Ingestion {
  sent: readonly Event[];
  source: { type: string; id: string };
  /** Sent to find out whether they may be. */
  isEntitled?: boolean;
}

/**
 * Stores and meters a batch of valid events in the caller's transaction: what is answered is counted, and
 * what is counted once stays counted once, because ids and usage commit together. The number of statements
 * does not depend on the number of events.
 */
export async function ingestEvents(
  { tx, org, deployment }: IngestionContext,
  { sent, source, isEntitled }: Ingestion,
): Promise<Outcome[]> {
  const events = sent.map(toSchemaEvent);
  // Sent in this order without waiting: everything is read after the lock, so that a cycle that closes waits
  // for this transaction, or this transaction sees the clock at which it closed.
  const [now, facts] = await Promise.all([
    enterIngestion(tx, org),
    loadBatchFacts(tx, org, { events, wirePrefix: deployment.wirePrefix }),
  ]);
  const received = identify(sent, events, { now, schemas: facts.schemas });
  const [failures, eventFacts] = await Promise.all([
    claimEventIds(tx, org, { events: received, now }),
    loadEventFacts(tx, org, { events, facts, receivedAt: now, isEntitled }),
  ]);
  const failureOf = (index: number) => failures.get((received[index] as ReceivedEvent).referenceId);
  const outcomes = await processBatch(tx, org, { events, facts, eventFacts, failureOf });
  const processed = received.map((event, i) => Object.assign(event, { outcome: outcomes[i] as Outcome }));
  const usage = foldUsage(processed, facts.hourOf);
  const released = processed.filter(isReleased);
  // Names are locked before rollups, as credits are.
  await recordMarks({ tx, org, now }, marksOf(processed));
  await Promise.all([
    insertEvents(tx, org, { events: processed, receivedAt: now, source }),
    insertDebits(tx, org, debitsOf(processed)),
    insertUsage(tx, org, usage),
    releaseEventKeys(tx, org, released),
  ]);
  return outcomes;
}

/**
 * Whether an event gives its id back. An id is burnt by an event that was processed, and kept by one that
 * waits for its account or schema, so that processing it later cannot meet a second event of that id. An
 * event that failed for good (fields missing, enrichment, units, too late, too early) will never be processed
 * by itself: a corrected event with the same id has to get through. Duplicates never had the id. What took
 * credits keeps it: sent again, it would take them twice.
 */
export function isReleased({ outcome }: { outcome: Outcome }): boolean {
  const { status, isParked, debit } = outcome;
  if (isParked || debit || status === 'INGESTION_FAILED_DUPLICATE_EVENT') return false;
  return status.startsWith('INGESTION_FAILED');
}

type ReceivedEvent = IdentifiedEvent & Event & TimedEvent & { payload: SchemaEvent };

/** Gives each event its reference id and event id. Reference ids sort in the order of the batch. */
function identify(
  sent: readonly Event[],
  payloads: readonly SchemaEvent[],
  known: { now: Temporal.Instant; schemas: Parameters<typeof findEventId>[2] },
): ReceivedEvent[] {
  const referenceIds = newTimeUuids(known.now, sent.length);
  return sent.map((event, index) => {
    const payload = payloads[index] as SchemaEvent;
    const eventId = findEventId(event, payload, known.schemas);
    const referenceId = referenceIds[index] as string;
    const eventTime = event.timestamp.toString();
    const payloadHash = hashPayload(event, eventTime);
    return { ...event, payload, referenceId, eventId, eventTime, payloadHash };
  });
}
