import { insertDebits } from '#areas/entitlements/index.ts';
import { recordMarks } from '#areas/licenses/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { keysOf } from '../event-ids.ts';
import type { HourOf } from '../hours.ts';
import type { AccountFacts } from '../known/account-facts.ts';
import type { CatalogFacts } from '../known/catalog-facts.ts';
import type { KnownFacts } from '../known/known-facts.ts';
import { lateUsageOf, noteLateUsage } from '../late-usage.ts';
import { noteNewValues } from '../note-new-values.ts';
import { debitsOf, isReleased, marksOf } from '../process-batch.ts';
import { rollUpUnsummed } from '../roll-up-usage.ts';
import { addContextUsage } from '../store/context-usage.ts';
import { releaseEventKeys } from '../store/event-keys.ts';
import { insertEvents, type NewEvent } from '../store/events.ts';
import { noteMeterHours } from '../store/meter-hours.ts';
import { insertUsage } from '../store/usage.ts';
import { insertDeltas, insertWithDeltas } from '../store/usage-deltas.ts';
import { insertWaiting } from '../store/waiting.ts';
import type { PlannedEvent } from './apply-cached-plan.ts';
import type { Compaction } from './compaction.ts';
import { compilePlan, type DecidedEvent } from './compile-plan.ts';
import { ContextSums } from './context-sums.ts';
import { promotionsOf } from './dimension-promotions.ts';
import type { NewValue } from './noted-values.ts';
import { type KnownContext, type PackedEvents, packEvents } from './pack-events.ts';
import type { Entered } from './take-ids.ts';
import { waitingOf } from './waiting-of.ts';

/** An event processed by the full steps, with its index in the transaction. */
export interface IndexedEvent extends DecidedEvent {
  index: number;
}

/** The events of a transaction with their outcomes. */
interface Batch {
  eventIds: readonly (string | null)[];
  entered: Entered;
  /** Null if an event needed the full steps. */
  planned: readonly (PlannedEvent | null)[];
  rest: readonly IndexedEvent[];
  catalog: CatalogFacts;
  accounts: AccountFacts;
  /** The epoch of the cache when the transaction compared it. */
  epoch: number;
}

/** Above this number, the database starts on the first statement while the next is prepared. */
export const FEW = 500;

/** Writes events, their usage and what they wait for; see `Ingested`. */
export async function storeTogether(
  tx: Tx,
  {
    org,
    known,
    slot,
    compaction,
  }: { org: Org; known: KnownFacts; slot: number; compaction: Compaction | null },
  batch: Batch,
): Promise<{ writes: Promise<unknown>[]; onCommitted(): void }> {
  const { rest, entered } = batch;
  const { now } = entered;
  const { hourOf } = batch.catalog;
  if (!hourOf) throw new Error('the time zone of the organization is not loaded');
  const promotions = promotionsOf(known, batch.planned);
  const wanted = new Map(promotions.map(({ content, context }) => [content, context]));
  const [packed] = await Promise.all([
    packEvents(tx, org, { processed: rest, contexts: known.contexts, wanted }),
    // Names are locked before rollups, as credits are.
    recordMarks({ tx, org, now }, marksOf(rest)),
  ]);
  // Late usage is rare and takes several statements; the writes below must be sent before the commit.
  await noteLateUsage({ tx, org, now }, lateUsageOf(rest));
  const values = newValuesOf(known, batch);
  const noted = await noteNewValues({ tx, org, now }, { values, firstSeq: entered.firstSeq });
  const released = rest
    .filter(isReleased)
    .flatMap(({ eventId, seq }) => (eventId ? keysOf(eventId).map((key) => ({ key, seq })) : []));
  const sums = sumsOf(batch, packed, hourOf);
  const summed = rollUpUnsummed(rest, hourOf);
  const received = { events: rowsOf(batch, packed), receivedAt: now };
  const isLater = compaction !== null && !compaction.isBehind;
  const isTogether = isLater && received.events.length <= FEW;
  const writes: Promise<unknown>[] = isTogether ? [] : [insertEvents(tx, org, received)];
  writes.push(
    insertWaiting(tx, org, waitingOf(rest)),
    insertDebits(tx, org, debitsOf(rest)),
    releaseEventKeys(tx, org, released),
    ...insertUsage(tx, org, { summed, slot }),
  );
  const deltas = isLater ? sums.deltas() : null;
  if (deltas && isTogether) writes.push(insertWithDeltas(tx, org, { ...received, deltas }));
  else if (deltas) writes.push(...insertDeltas(tx, org, deltas));
  else {
    writes.push(...addContextUsage(tx, org, { usage: sums.usage(), slot }));
    writes.push(...noteMeterHours(tx, org, sums.meterHours()));
  }
  const onCommitted = () => {
    packed.onCommitted();
    if (deltas) compaction?.added(deltas.withCycle, deltas.withoutCycle);
    if (known.epoch !== batch.epoch) return;
    known.noted.add(noted);
    for (const { plan, values, content } of promotions)
      plan.fixed = { values, contextId: packed.ids.get(content) as number };
    rememberPlans(known, batch, packed.contexts);
  };
  return { writes, onCommitted };
}

/** Dimension values of uncounted events that nobody has noted yet. */
function newValuesOf({ noted }: KnownFacts, { planned, rest }: Batch): NewValue[] {
  const values: NewValue[] = [];
  for (const each of planned) {
    if (!each) continue;
    const { event, plan, status, enriched } = each;
    values.push(...noted.find(event, { status, meters: plan.found.meters, enriched }));
  }
  for (const { event, outcome } of rest) values.push(...noted.find(event, outcome));
  return values;
}

/** In the order of their numbers. */
function rowsOf({ eventIds, entered, planned, rest }: Batch, { rows }: PackedEvents): NewEvent[] {
  const all: NewEvent[] = [];
  for (let index = 0; index < planned.length; index++) {
    const each = planned[index];
    if (!each) continue;
    const { contextId, status } = each;
    const { timestamp } = each.event;
    const seq = entered.firstSeq + index;
    all[index] = { seq, eventId: eventIds[index] ?? null, timestamp, contextId, status, packed: each };
  }
  for (const [i, { index }] of rest.entries()) all[index] = rows[i] as NewEvent;
  return all;
}

function sumsOf({ planned, rest }: Batch, { rows }: PackedEvents, hourOf: HourOf): ContextSums {
  const sums = new ContextSums();
  for (const each of planned) {
    if (!each) continue;
    const { contextId, event, plan } = each;
    const { meters } = plan.found;
    sums.add({ contextId, hasCycle: true, meters, hourAt: hourOf(event.timestamp) }, each.sums);
  }
  for (const [i, { timestamp, outcome }] of rest.entries()) {
    if (outcome.usage.length === 0) continue;
    const { contextId } = rows[i] as NewEvent;
    sums.addOutcome({ contextId, hasCycle: outcome.period !== null, hourAt: hourOf(timestamp) }, outcome);
  }
  return sums;
}

/** Caches plans, so that the next similar events skip the full steps. */
function rememberPlans(
  { plans }: KnownFacts,
  { rest, accounts }: Batch,
  contexts: readonly KnownContext[],
): void {
  for (const [i, each] of rest.entries()) {
    const { schemaName, accountId } = each.event;
    const reference = accounts.references.get(accountId);
    const plan = compilePlan(each, { reference, context: contexts[i] as KnownContext });
    if (plan) plans.remember(schemaName, accountId, plan);
  }
}
