import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { mapInTurns } from '#platform/turns.ts';
import type { EventFacts } from '../decision/event-facts.ts';
import { type Receipt, receiptOf } from '../decision/step.ts';
import { type EventSource, type Outcome, toSchemaEvent } from '../event.ts';
import type { AccountFacts } from '../known/account-facts.ts';
import type { CatalogFacts, CatalogNames } from '../known/catalog-facts.ts';
import { factsOf } from '../known/facts-of-events.ts';
import { applyChanges, type KnownFacts, learn, nothingKnown } from '../known/known-facts.ts';
import { namesIn } from '../known/names-in-events.ts';
import { processBatch } from '../process-batch.ts';
import type { RecordedAt } from '../recorded.ts';
import { type ReservedSchemas, reservedSchemas } from '../reserved-schemas.ts';
import type { Event } from '../schema.ts';
import { applyCachedPlan, type PlannedEvent } from './apply-cached-plan.ts';
import type { CachedPlans } from './cached-plans.ts';
import type { Compaction } from './compaction.ts';
import { type IndexedEvent, storeTogether } from './store-together.ts';
import { type Entered, findEventId, takeIds } from './take-ids.ts';

/** An event that was sent, with its sender. */
export interface SentEvent {
  event: Event;
  source: EventSource;
  /** Whether the sender requested an entitlement check. */
  isEntitled: boolean;
}

export interface Ingestion {
  org: Org;
  wirePrefix: string;
  known: KnownFacts;
  /** The slot of the rollups that this process writes. */
  slot: number;
  /** Schedules the compaction of deltas; null updates the rollups directly. */
  compaction: Compaction | null;
  /** Assumes that all ids are new: a taken one fails the transaction (`isIdTaken`). */
  areIdsNew: boolean;
}

/** The catalog change alters event ids, so the transaction must start again. */
export class CatalogChanged extends Error {}

/** The result of an ingestion transaction; the writes have been sent, and the commit may follow. */
export interface Ingested {
  /** Outcomes of events without a cached plan, in their order. */
  outcomes: Outcome[];
  recordedAt: RecordedAt;
  writes: Promise<unknown>[];
  /** Call after the commit: only then may the contexts and plans be cached. */
  onCommitted(): void;
}

/**
 * Stores and meters events in one transaction: an acknowledged event is counted, exactly once, because ids
 * and usage commit together. It takes two round trips, whatever the number of events: the first reads the
 * clock and takes numbers and ids; the second writes. The transaction holds the shared ingestion lock
 * (`INGESTS`) and reads everything after taking it: a closing cycle waits for the transaction, or the
 * transaction sees the clock at which it closed.
 */
export async function ingestTogether(
  tx: Tx,
  ingestion: Ingestion,
  sent: readonly SentEvent[],
): Promise<Ingested> {
  const { org, known, areIdsNew } = ingestion;
  const reserved = reservedSchemas(ingestion.wirePrefix);
  const events = sent.map(({ event }) => event);
  const names = namesIn(events, reserved);
  const eventIds = await identify(tx, ingestion, { events, names });
  const entered = await takeIds(tx, org, {
    events: events.map((event, index) => ({ sent: event, eventId: eventIds[index] ?? null })),
    areNew: areIdsNew,
    since: known.compared?.snapshot ?? null,
  });
  known.clock = entered.now;
  const isCatalogChanged = applyChanges(known, entered.changes);
  if (isCatalogChanged && events.some(({ id }) => !id)) throw new CatalogChanged();
  const { epoch } = known;
  const refs = new Set<string>();
  for (const { accountId } of events) refs.add(accountId);
  const learnt = await learn(tx, org, { known, names, refs: [...refs] });
  const received = receiptOf(entered.now);
  const planned = await mapInTurns(sent, (each, index) =>
    entered.failures.has(index) ? null : applyPlan(each, known.plans, received),
  );
  const rest = await processRest(tx, ingestion, {
    ...{ sent, eventIds, entered, reserved, ...learnt },
    indexes: indexesOfNull(planned),
  });
  const recordedAt = recordedIn({ planned, rest, firstSeq: entered.firstSeq });
  const batch = { eventIds, entered, planned, rest, epoch, ...learnt };
  const outcomes = rest.map(({ outcome }) => outcome);
  return { outcomes, recordedAt, ...(await storeTogether(tx, ingestion, batch)) };
}

/** The outcomes of the events, by either path. */
function recordedIn(batch: {
  planned: readonly (PlannedEvent | null)[];
  rest: readonly IndexedEvent[];
  firstSeq: number;
}): RecordedAt {
  const { planned, rest, firstSeq } = batch;
  const outcomes: Outcome[] = [];
  for (const { index, outcome } of rest) outcomes[index] = outcome;
  return (index) => {
    const each = planned[index];
    const seq = firstSeq + index;
    if (each) {
      const { status, detail } = each;
      return { seq, status, isOnHold: false, description: detail?.description ?? null };
    }
    const { status, isOnHold, description } = outcomes[index] as Outcome;
    return { seq, status, isOnHold, description };
  };
}

/** The ids of events, in order. Ids from templates need the schemas first. */
async function identify(
  tx: Tx,
  { org, known, wirePrefix }: Ingestion,
  { events, names }: { events: readonly Event[]; names: CatalogNames },
): Promise<(string | null)[]> {
  if (events.every(({ id }) => id)) return events.map(({ id }) => id as string);
  // Facts read before the first comparison are not cached, because later changes would go unnoticed.
  const { catalog } = await learn(tx, org, {
    known: known.compared ? known : nothingKnown(),
    names,
    refs: [],
  });
  const reserved = Object.values(reservedSchemas(wirePrefix));
  return events.map((event) => {
    const { schemaName } = event;
    const schema =
      catalog.schemas.get(schemaName)?.compiled ?? reserved.find(({ name }) => name === schemaName);
    return findEventId(event, toSchemaEvent(event), schema);
  });
}

/** Null for an event that needs the full steps. */
function applyPlan(sent: SentEvent, plans: CachedPlans, received: Receipt): PlannedEvent | null {
  const plan = plans.find(sent);
  return plan && applyCachedPlan(plan, sent.event, received);
}

function indexesOfNull(list: readonly unknown[]): number[] {
  const indexes: number[] = [];
  for (let index = 0; index < list.length; index++) if (list[index] === null) indexes.push(index);
  return indexes;
}

interface Rest {
  sent: readonly SentEvent[];
  eventIds: readonly (string | null)[];
  entered: Entered;
  reserved: ReservedSchemas;
  catalog: CatalogFacts;
  accounts: AccountFacts;
  indexes: readonly number[];
}

/** Runs the full steps for the events at the given indexes. */
async function processRest(
  tx: Tx,
  { org, known }: Ingestion,
  { entered, eventIds, indexes, reserved, catalog, accounts, ...batch }: Rest,
): Promise<IndexedEvent[]> {
  if (indexes.length === 0) return [];
  const { now, firstSeq, failures } = entered;
  const sent = indexes.map((index) => batch.sent[index] as SentEvent);
  const events = sent.map(({ event }) => toSchemaEvent(event));
  const eventFacts = await factsOf(tx, org, {
    ...{ events, sent, known, catalog, accounts, reserved, receivedAt: now },
  });
  const outcomes = await processBatch(tx, org, {
    ...{ events, eventFacts },
    failureOf: (index) => failures.get(indexes[index] as number),
  });
  return sent.map(({ event, source }, nth) => {
    const index = indexes[nth] as number;
    const outcome = outcomes[nth] as Outcome;
    return {
      ...{ index, seq: firstSeq + index, eventId: eventIds[index] ?? null, event, source },
      ...{ timestamp: outcome.usageAt ?? event.timestamp, outcome, facts: eventFacts[nth] as EventFacts },
    };
  });
}
