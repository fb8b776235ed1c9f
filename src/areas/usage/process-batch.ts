import { applyDebit, openWallets, type RecordedDebit } from '#areas/entitlements/index.ts';
import type { SchemaEvent } from '#areas/event-schemas/index.ts';
import type { NamedMark } from '#areas/licenses/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { attachRevenue } from './attach-revenue.ts';
import type { Outcome } from './event.ts';
import type { BatchFacts } from './load-facts.ts';
import { type EventFacts, type Failure, processEvent } from './process-event.ts';

interface Batch {
  events: readonly SchemaEvent[];
  facts: BatchFacts;
  eventFacts: readonly EventFacts[];
  /** Why an event got no further than its id. */
  failureOf(index: number): Failure | undefined;
}

/**
 * What becomes of the events of a batch, in their order: what one takes from the credits of its account is
 * gone for the next.
 */
export async function processBatch(tx: Tx, org: Org, batch: Batch): Promise<Outcome[]> {
  await attachWallets(tx, org, batch);
  const outcomes = batch.events.map((event, index) => {
    const known = batch.eventFacts[index] as EventFacts;
    const failure = batch.failureOf(index);
    const outcome = failure ? stopped(failure, known.match) : processEvent(event, known);
    if (outcome.debit) applyDebit(outcome.debit);
    return outcome;
  });
  await attachRevenue(tx, org, { ...batch, outcomes });
  return outcomes;
}

/** What events took from the credits, to be stored with them. */
export function debitsOf(
  processed: readonly { referenceId: string; eventTime: string; outcome: Outcome }[],
): RecordedDebit[] {
  return processed.flatMap(({ referenceId, eventTime, outcome: { debit } }) =>
    debit ? [{ ...debit, referenceId, eventTime }] : [],
  );
}

/** What events said about names of named licences, to be stored with them. */
export function marksOf(
  processed: readonly { referenceId: string; timestamp: Temporal.Instant; outcome: Outcome }[],
): NamedMark[] {
  return processed.flatMap(({ referenceId, timestamp: at, outcome: { accountId, licenseMark } }) =>
    licenseMark && accountId !== null ? [{ ...licenseMark, accountId, referenceId, at }] : [],
  );
}

/**
 * Locks the credits that the batch takes from. Without events of a metered feature nothing is asked of the
 * database; with them, two statements for the whole batch. Every writer locks wallets before it writes
 * rollups.
 */
async function attachWallets(tx: Tx, org: Org, batch: Batch): Promise<void> {
  const { events, facts, eventFacts, failureOf } = batch;
  if (facts.features.size === 0) return;
  const metered = events.flatMap((event, index) => {
    const [known, feature] = [eventFacts[index], facts.features.get(event.schemaName)];
    if (!feature || !known?.match || failureOf(index)) return [];
    const { accountId } = known.match;
    return [{ known, accountId, featureId: feature.featureId, at: event.timestamp }];
  });
  const wallets = await openWallets(tx, org, metered);
  for (const { known, accountId, featureId } of metered) known.wallet = wallets.of(accountId, featureId);
}

function stopped(failure: Failure, match: { accountId: string; customerId: string } | null): Outcome {
  return {
    ...{ isParked: false, ...failure, pipeline: {}, usage: [], debit: null, cycle: null },
    accountId: match?.accountId ?? null,
    customerId: match?.customerId ?? null,
  };
}
