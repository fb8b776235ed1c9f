import type { WalletKey } from '#areas/entitlements/index.ts';
import type { SchemaEvent } from '#areas/event-schemas/index.ts';
import type { EventFacts } from '../decision/event-facts.ts';
import { type Outcome, toSchemaEvent } from '../event.ts';
import type { ProcessedEvent } from '../ingestion/pack-events.ts';
import { factsOf } from '../known/facts-of-events.ts';
import { processBatch } from '../process-batch.ts';
import type { NewOccurrence } from './hold-ids.ts';
import type { CorrectionContext, OpenCorrection } from './open-correction.ts';
import type { UndoneEvent } from './undone-events.ts';

/** Events ready for ingestion, with the facts that decide about them. */
export interface PreparedEvents {
  occurrences: readonly NewOccurrence[];
  events: readonly SchemaEvent[];
  eventFacts: EventFacts[];
  /** Credit wallets that the events may debit. */
  wallets: WalletKey[];
}

export async function prepareAgain(
  { tx, org }: CorrectionContext,
  { open, occurrences }: { open: OpenCorrection; occurrences: readonly NewOccurrence[] },
): Promise<PreparedEvents> {
  const { known, catalog, accounts, reserved, now: receivedAt } = open;
  const events = occurrences.map(({ event }) => toSchemaEvent(event));
  const sent = occurrences.map(() => ({ isEntitled: false }));
  const batch = { events, sent, known, catalog, accounts, reserved, receivedAt };
  const eventFacts = await factsOf(tx, org, batch);
  const wallets = eventFacts.flatMap(({ feature, match }) =>
    feature && match ? [{ accountId: match.accountId, featureId: feature.featureId }] : [],
  );
  return { occurrences, events, eventFacts, wallets };
}

/**
 * Processes the replacement events like newly received ones, and prices the removal of the reverted events.
 * The reverted credits have already been returned; the reverted usage is still in the rollups.
 */
export async function processAgain(
  { tx, org }: CorrectionContext,
  batch: { open: OpenCorrection; prepared: PreparedEvents; undone: readonly UndoneEvent[] },
): Promise<ProcessedEvent[]> {
  const { source } = batch.open;
  const { occurrences, events, eventFacts } = batch.prepared;
  const outcomes = await processBatch(tx, org, {
    events,
    eventFacts,
    failureOf: (index) => occurrences[index]?.failure,
    undone: batch.undone.filter(({ revenue }) => revenue.length > 0).map(({ outcome }) => outcome),
  });
  return occurrences.map(({ seq, eventId, event }, index) => {
    const outcome = outcomes[index] as Outcome;
    return { seq, eventId, event, source, timestamp: outcome.usageAt ?? event.timestamp, outcome };
  });
}
