import { insertDebits } from '#areas/entitlements/index.ts';
import { recordMarks } from '#areas/licenses/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { keysOf } from '../event-ids.ts';
import { foldAllButSums } from '../fold-usage.ts';
import type { HourOf } from '../hours.ts';
import type { AccountFacts } from '../known/account-facts.ts';
import type { CatalogFacts } from '../known/catalog-facts.ts';
import type { KnownFacts } from '../known/known-facts.ts';
import { lateUsageOf, noteLateUsage } from '../late-usage.ts';
import { debitsOf, isReleased, marksOf } from '../process-batch.ts';
import { addContextUsage } from '../store/context-usage.ts';
import { releaseEventKeys } from '../store/event-keys.ts';
import { insertEvents, type NewEvent } from '../store/events.ts';
import { insertUsage } from '../store/usage.ts';
import { insertWithAdditions } from '../store/usage-additions.ts';
import { insertWaiting } from '../store/waiting.ts';
import { ContextSums } from './context-sums.ts';
import { fixingsOf } from './fixings.ts';
import type { Folding } from './folding.ts';
import type { Followed } from './follow-route.ts';
import { routeOf } from './known-routes.ts';
import { type KnownContext, type PackedEvents, type ProcessedEvent, packEvents } from './pack-events.ts';
import type { Entered } from './take-ids.ts';
import { waitingOf } from './waiting-of.ts';

/** An event that went step by step, with its place in the transaction. */
export interface PlacedEvent extends ProcessedEvent {
  place: number;
}

/** The events of a transaction with what became of them. */
interface Batch {
  eventIds: readonly (string | null)[];
  entered: Entered;
  /** Null where an event went step by step. */
  followed: readonly (Followed | null)[];
  rest: readonly PlacedEvent[];
  catalog: CatalogFacts;
  accounts: AccountFacts;
  /** What was known when the transaction had compared it. */
  epoch: number;
}

/** With more of them the database had better begin with the first statement while the next is prepared. */
export const FEW = 500;

/** Writes events, what they used and what they wait for; see `Ingested`. */
export async function storeTogether(
  tx: Tx,
  { org, known, slot, folding }: { org: Org; known: KnownFacts; slot: number; folding: Folding | null },
  batch: Batch,
): Promise<{ writes: Promise<unknown>[]; onCommitted(): void }> {
  const { rest, entered } = batch;
  const { now } = entered;
  const { hourOf } = batch.catalog;
  if (!hourOf) throw new Error('the hours of the organization are not known');
  const fixings = fixingsOf(known, batch.followed);
  const wanted = new Map(fixings.map(({ content, context }) => [content, context]));
  const [packed] = await Promise.all([
    packEvents(tx, org, { processed: rest, contexts: known.contexts, wanted }),
    // Names are locked before rollups, as credits are.
    recordMarks({ tx, org, now }, marksOf(rest)),
  ]);
  // Seldom any, and asked for in several steps: the writes below are on their way when the commit is.
  await noteLateUsage({ tx, org, now }, lateUsageOf(rest));
  const released = rest
    .filter(isReleased)
    .flatMap(({ eventId, seq }) => (eventId ? keysOf(eventId).map((key) => ({ key, seq })) : []));
  const sums = sumsOf(batch, packed, hourOf);
  const folded = foldAllButSums(rest, hourOf);
  const received = { events: rowsOf(batch, packed), receivedAt: now };
  const isLater = folding !== null && !folding.isBehind && received.events.length <= FEW;
  const additions = isLater ? sums.additions() : null;
  const writes: Promise<unknown>[] = additions ? [] : [insertEvents(tx, org, received)];
  writes.push(
    insertWaiting(tx, org, waitingOf(rest)),
    insertDebits(tx, org, debitsOf(rest)),
    releaseEventKeys(tx, org, released),
    ...insertUsage(tx, org, { folded, slot }),
  );
  if (additions) writes.push(insertWithAdditions(tx, org, { ...received, additions }));
  else writes.push(...addContextUsage(tx, org, { usage: sums.usage(), slot }));
  const onCommitted = () => {
    packed.onCommitted();
    if (additions) folding?.added(additions.withCycle, additions.withoutCycle);
    if (known.epoch !== batch.epoch) return;
    for (const { route, values, content } of fixings)
      route.fixed = { values, contextId: packed.ids.get(content) as number };
    rememberRoutes(known, batch, packed.contexts);
  };
  return { writes, onCommitted };
}

/** In the order of their numbers. */
function rowsOf({ eventIds, entered, followed, rest }: Batch, { rows }: PackedEvents): NewEvent[] {
  const all: NewEvent[] = [];
  for (let place = 0; place < followed.length; place++) {
    const each = followed[place];
    if (!each) continue;
    const { contextId, status } = each;
    const { timestamp } = each.event;
    const seq = entered.firstSeq + place;
    all[place] = { seq, eventId: eventIds[place] ?? null, timestamp, contextId, status, packed: each };
  }
  for (const [i, { place }] of rest.entries()) all[place] = rows[i] as NewEvent;
  return all;
}

function sumsOf({ followed, rest }: Batch, { rows }: PackedEvents, hourOf: HourOf): ContextSums {
  const sums = new ContextSums();
  for (const each of followed) {
    if (!each) continue;
    const { contextId, event } = each;
    sums.add({ contextId, hasCycle: true, hourAt: hourOf(event.timestamp) }, each.sums);
  }
  for (const [i, { timestamp, outcome }] of rest.entries()) {
    if (outcome.usage.length === 0) continue;
    const { contextId } = rows[i] as NewEvent;
    sums.addOutcome({ contextId, hasCycle: outcome.period !== null, hourAt: hourOf(timestamp) }, outcome);
  }
  return sums;
}

/** So that the next events that are like these go the same way. */
function rememberRoutes(
  { routes }: KnownFacts,
  { rest, catalog, accounts }: Batch,
  contexts: readonly KnownContext[],
): void {
  for (const [i, each] of rest.entries()) {
    const { schemaName, accountId } = each.event;
    const route = routeOf(each, { catalog, accounts, context: contexts[i] as KnownContext });
    if (route) routes.remember(schemaName, accountId, route);
  }
}
