import { applyDebit, openWallets, type RecordedDebit } from '#areas/entitlements/index.ts';
import type { SchemaEvent } from '#areas/event-schemas/index.ts';
import type { NamedMark } from '#areas/licenses/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { mapInTurns } from '#platform/turns.ts';
import { attachRevenue } from './attach-revenue.ts';
import type { EventFacts } from './decision/event-facts.ts';
import { failed, type Outcome } from './event.ts';
import { referenceOf } from './event-numbers.ts';
import { processEvent } from './process-event.ts';
import type { Failure } from './statuses.ts';

interface Batch {
  events: readonly SchemaEvent[];
  eventFacts: readonly EventFacts[];
  /** Why processing of an event stopped after its id. */
  failureOf(index: number): Failure | undefined;
  /** For corrections: the reverted events, which precede the batch and have stored revenue. */
  undone?: readonly Outcome[];
}

/** The outcomes of a batch, in event order: credits that one event debits are unavailable to the next. */
export async function processBatch(tx: Tx, org: Org, batch: Batch): Promise<Outcome[]> {
  await attachWallets(tx, org, batch);
  const outcomes = await mapInTurns(batch.events, (event, index) => {
    const known = batch.eventFacts[index] as EventFacts;
    const failure = batch.failureOf(index);
    const outcome = failure ? stopped(failure, known) : processEvent(event, known);
    if (outcome.debit) applyDebit(outcome.debit);
    return outcome;
  });
  await attachRevenue(tx, org, { outcomes, undone: batch.undone ?? [] });
  return outcomes;
}

interface Processed {
  seq: number;
  timestamp: Temporal.Instant;
  outcome: Outcome;
}

/** The credit debits to store with the events. */
export function debitsOf(processed: readonly Processed[]): RecordedDebit[] {
  return processed.flatMap(({ seq, timestamp, outcome: { debit } }) =>
    debit ? [{ ...debit, referenceId: referenceOf(seq), eventTime: timestamp.toString() }] : [],
  );
}

/** The marks of license names to store with the events. */
export function marksOf(processed: readonly Processed[]): NamedMark[] {
  return processed.flatMap(({ seq, timestamp: at, outcome: { match, licenseMark } }) =>
    licenseMark && match
      ? [{ ...licenseMark, accountId: match.accountId, referenceId: referenceOf(seq), at }]
      : [],
  );
}

/**
 * Whether an event releases its id. A processed event uses up its id, and an event that waits for its account
 * or schema keeps it, so that processing it later cannot meet a second event with that id. An event that
 * failed permanently (fields missing, enrichment, units, too late, too early) is never processed again by
 * itself, so a corrected event with the same id must be accepted. Duplicates never held the id. An event that
 * debited credits keeps its id; otherwise a resend would debit them twice.
 */
export function isReleased({ outcome }: { outcome: Outcome }): boolean {
  const { status, isOnHold, debit } = outcome;
  if (isOnHold || debit || status === 'INGESTION_FAILED_DUPLICATE_EVENT') return false;
  return status.startsWith('INGESTION_FAILED');
}

/**
 * Locks the credits that the batch debits. Without events of a metered feature it runs no query; with them,
 * two statements for the whole batch. Every writer locks wallets before it writes rollups.
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

/** Processing stopped after the id, but the schema and account are known. */
function stopped(failure: Failure, { schema, match }: EventFacts): Outcome {
  return Object.assign(failed(failure), { schema, match });
}
