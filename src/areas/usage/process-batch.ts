import { applyDebit, openWallets, type RecordedDebit } from '#areas/entitlements/index.ts';
import type { SchemaEvent } from '#areas/event-schemas/index.ts';
import type { NamedMark } from '#areas/licenses/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { mapInTurns } from '#platform/turns.ts';
import { attachRevenue } from './attach-revenue.ts';
import { failed, type Outcome } from './event.ts';
import { referenceOf } from './event-numbers.ts';
import { type EventFacts, type Failure, processEvent } from './process-event.ts';

interface Batch {
  events: readonly SchemaEvent[];
  eventFacts: readonly EventFacts[];
  /** Whether events of a schema are to say what they earn. */
  isPriced(schemaName: string): boolean;
  /** Why an event got no further than its id. */
  failureOf(index: number): Failure | undefined;
  /** Of a correction: what goes before the batch comes, and said what it earns. */
  undone?: readonly Outcome[];
}

/**
 * What becomes of the events of a batch, in their order: what one takes from the credits of its account is
 * gone for the next.
 */
export async function processBatch(tx: Tx, org: Org, batch: Batch): Promise<Outcome[]> {
  await attachWallets(tx, org, batch);
  const outcomes = await mapInTurns(batch.events, (event, index) => {
    const known = batch.eventFacts[index] as EventFacts;
    const failure = batch.failureOf(index);
    const outcome = failure ? stopped(failure, known) : processEvent(event, known);
    if (outcome.debit) applyDebit(outcome.debit);
    return outcome;
  });
  const { isPriced, undone = [] } = batch;
  await attachRevenue(tx, org, { isPriced, outcomes, undone });
  return outcomes;
}

interface Processed {
  seq: number;
  timestamp: Temporal.Instant;
  outcome: Outcome;
}

/** What events took from the credits, to be stored with them. */
export function debitsOf(processed: readonly Processed[]): RecordedDebit[] {
  return processed.flatMap(({ seq, timestamp, outcome: { debit } }) =>
    debit ? [{ ...debit, referenceId: referenceOf(seq), eventTime: timestamp.toString() }] : [],
  );
}

/** What events said about names of named licences, to be stored with them. */
export function marksOf(processed: readonly Processed[]): NamedMark[] {
  return processed.flatMap(({ seq, timestamp: at, outcome: { match, licenseMark } }) =>
    licenseMark && match
      ? [{ ...licenseMark, accountId: match.accountId, referenceId: referenceOf(seq), at }]
      : [],
  );
}

/**
 * Whether an event gives its id back. An id is burnt by an event that was processed, and kept by one that
 * waits for its account or schema, so that processing it later cannot meet a second event of that id. An
 * event that failed for good (fields missing, enrichment, units, too late, too early) will never be processed
 * by itself: a corrected event with the same id has to get through. Duplicates never had the id. What took
 * credits keeps it: sent again, it would take them twice.
 */
export function isReleased({ outcome }: { outcome: Outcome }): boolean {
  const { status, isOnHold, debit } = outcome;
  if (isOnHold || debit || status === 'INGESTION_FAILED_DUPLICATE_EVENT') return false;
  return status.startsWith('INGESTION_FAILED');
}

/**
 * Locks the credits that the batch takes from. Without events of a metered feature nothing is asked of the
 * database; with them, two statements for the whole batch. Every writer locks wallets before it writes
 * rollups.
 */
async function attachWallets(tx: Tx, org: Org, batch: Batch): Promise<void> {
  const { events, eventFacts, failureOf } = batch;
  const metered = events.flatMap((event, index) => {
    const known = eventFacts[index];
    if (!known?.feature || !known.match || failureOf(index)) return [];
    const { match, feature } = known;
    return [{ known, accountId: match.accountId, featureId: feature.featureId, at: event.timestamp }];
  });
  if (metered.length === 0) return;
  const wallets = await openWallets(tx, org, metered);
  for (const { known, accountId, featureId } of metered) known.wallet = wallets.of(accountId, featureId);
}

/** It got no further than its id, but what it speaks of is known. */
function stopped(failure: Failure, { schema, match }: EventFacts): Outcome {
  return Object.assign(failed(failure), { schema, match });
}
