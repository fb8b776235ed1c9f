import type { Database } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { takeTurns } from '#platform/turns.ts';
import { firstKeyOf } from '../event-ids.ts';
import { MOST_MS_AHEAD } from '../judge-time.ts';
import { applyChanges, type KnownFacts } from '../known/known-facts.ts';
import type { Recorded, RecordedAt } from '../recorded.ts';
import type { NewEvent } from '../store/events.ts';
import { type Foreseen, storeAtOnce } from '../store/events-at-once.ts';
import { ContextSums } from './context-sums.ts';
import { isFixingDue } from './fixings.ts';
import type { Folding } from './folding.ts';
import { type Followed, followRoute, receiptOf } from './follow-route.ts';
import type { SentEvent } from './ingest-together.ts';
import type { Route } from './known-routes.ts';
import { FEW } from './store-together.ts';

interface Terms {
  database: Database;
  org: Org;
  known: KnownFacts;
  folding: Folding;
}

/**
 * Stores and meters few events in one round trip, when all of them follow known routes: what becomes of them
 * is found out beforehand, and the transaction stores it if nothing has changed meanwhile. Null when there
 * is anything to look at, and nothing has been stored; an id that is taken is thrown (`isIdTaken`).
 */
export async function ingestAtOnce(
  { database, org, known, folding }: Terms,
  sent: readonly SentEvent[],
): Promise<RecordedAt | null> {
  const foreseen = folding.isBehind ? null : foresee(known, sent);
  if (!foreseen) return null;
  const stored = await storeAtOnce(database, org, foreseen);
  if (!stored) return null;
  folding.added(foreseen.hours);
  known.clock = stored.now;
  applyChanges(known, { ...stored, changes: [] });
  const { events } = foreseen;
  return (place) => recordedOf(events[place] as NewEvent, stored.firstSeq);
}

function recordedOf({ seq, status, packed }: NewEvent, firstSeq: number): Recorded {
  return { seq: firstSeq + seq, status, isParked: false, description: packed.detail?.description ?? null };
}

/** What becomes of events, and under which conditions; null when it takes more than what is known. */
function foresee(known: KnownFacts, sent: readonly SentEvent[]): Foreseen | null {
  const { clock, compared, catalog } = known;
  const { hourOf } = catalog;
  if (sent.length > FEW || !clock || !compared || !hourOf || !haveOwnIds(sent)) return null;
  const routes = routesOf(known, sent);
  const followed = routes && followAll(routes, sent, clock);
  if (!followed || isFixingDue(known, followed)) return null;
  const sums = new ContextSums();
  const digests: string[] = [];
  const events: NewEvent[] = [];
  let fromMs = Number.NEGATIVE_INFINITY;
  let untilMs = Number.POSITIVE_INFINITY;
  for (const each of followed) {
    const { event, ms, route, contextId, status } = each;
    const { id, timestamp } = event;
    sums.add({ contextId, hasCycle: true, hourAt: hourOf(timestamp) }, each.sums);
    digests.push(firstKeyOf(id as string));
    events.push({ seq: events.length, eventId: id ?? null, timestamp, contextId, status, packed: each });
    fromMs = Math.max(fromMs, ms);
    untilMs = Math.min(untilMs, route.dueMs);
  }
  const hours = sums.hours();
  if (hours.contextIds.length === 0) return null;
  // Whole milliseconds: what is decided by a part of one is left to who knows the clock.
  return { digests, events, hours, compared, fromMs: fromMs + 1 - MOST_MS_AHEAD, untilMs };
}

/** Every id once. */
function haveOwnIds(sent: readonly SentEvent[]): boolean {
  const ids = new Set<string>();
  for (const { event } of sent) if (event.id) ids.add(event.id);
  return ids.size === sent.length;
}

/** Looked for before any is followed: who follows one is counted. */
function routesOf({ routes }: KnownFacts, sent: readonly SentEvent[]): Route[] | null {
  const found: Route[] = [];
  for (const each of sent) {
    const route = each.isEntitled ? null : routes.find(each);
    if (!route) return null;
    found.push(route);
  }
  return found;
}

function followAll(
  routes: readonly Route[],
  sent: readonly SentEvent[],
  clock: Temporal.Instant,
): Followed[] | null {
  const received = receiptOf(clock);
  const followed: Followed[] = [];
  const turns = takeTurns();
  for (let place = 0; place < routes.length; place++) {
    // Meters that compute for so long are followed by the other way, which lets others have their turn.
    if (turns.isOver()) return null;
    const each = followRoute(routes[place] as Route, (sent[place] as SentEvent).event, received);
    if (!each) return null;
    followed.push(each);
  }
  return followed;
}
