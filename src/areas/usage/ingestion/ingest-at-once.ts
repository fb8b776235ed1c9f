import type { Database } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { startTurns } from '#platform/turns.ts';
import { MAX_MS_AHEAD } from '../check-time.ts';
import { receiptOf } from '../decision/step.ts';
import { firstKeyOf } from '../event-ids.ts';
import { applyChanges, type KnownFacts } from '../known/known-facts.ts';
import type { Recorded, RecordedAt } from '../recorded.ts';
import type { NewEvent } from '../store/events.ts';
import { type Foreseen, storeAtOnce } from '../store/events-at-once.ts';
import { applyCachedPlan, type PlannedEvent } from './apply-cached-plan.ts';
import type { CachedPlan } from './cached-plans.ts';
import type { Compaction } from './compaction.ts';
import { ContextSums } from './context-sums.ts';
import { isPromotionDue } from './dimension-promotions.ts';
import type { SentEvent } from './ingest-together.ts';
import { FEW } from './store-together.ts';

interface Terms {
  database: Database;
  org: Org;
  known: KnownFacts;
  compaction: Compaction;
}

/**
 * Stores and meters a few events in one round trip if all of them have cached plans: it computes the outcomes
 * beforehand, and the transaction stores them if nothing has changed meanwhile. Returns null, with nothing
 * stored, if an event needs the full steps; throws if an id is taken (`isIdTaken`).
 */
export async function ingestAtOnce(
  { database, org, known, compaction }: Terms,
  sent: readonly SentEvent[],
): Promise<RecordedAt | null> {
  const foreseen = compaction.isBehind ? null : foresee(known, sent);
  if (!foreseen) return null;
  const stored = await storeAtOnce(database, org, foreseen);
  if (!stored) return null;
  compaction.added(foreseen.hours);
  known.clock = stored.now;
  applyChanges(known, { ...stored, changes: [] });
  const { events } = foreseen;
  return (index) => recordedOf(events[index] as NewEvent, stored.firstSeq);
}

function recordedOf({ seq, status, packed }: NewEvent, firstSeq: number): Recorded {
  return { seq: firstSeq + seq, status, isOnHold: false, description: packed.detail?.description ?? null };
}

/** The outcomes of the events and the conditions under which they hold; null if a cached plan is missing. */
function foresee(known: KnownFacts, sent: readonly SentEvent[]): Foreseen | null {
  const { clock, compared, catalog } = known;
  const { hourOf } = catalog;
  if (sent.length > FEW || !clock || !compared || !hourOf || !haveOwnIds(sent)) return null;
  const plans = cachedPlansOf(known, sent);
  const planned = plans && applyCachedPlans(plans, sent, clock);
  if (!planned || isPromotionDue(known, planned)) return null;
  const sums = new ContextSums();
  const digests: string[] = [];
  const events: NewEvent[] = [];
  let fromMs = Number.NEGATIVE_INFINITY;
  let untilMs = Number.POSITIVE_INFINITY;
  for (const each of planned) {
    const { event, ms, plan, contextId, status } = each;
    // Noting a value takes statements of its own.
    if (hasNewValue(known, each)) return null;
    const { id, timestamp } = event;
    const { meters } = plan.found;
    sums.add({ contextId, hasCycle: true, meters, hourAt: hourOf(timestamp) }, each.sums);
    digests.push(firstKeyOf(id as string));
    events.push({ seq: events.length, eventId: id ?? null, timestamp, contextId, status, packed: each });
    fromMs = Math.max(fromMs, ms);
    untilMs = Math.min(untilMs, plan.dueMs);
  }
  const hours = sums.hours();
  if (hours.contextIds.length === 0) return null;
  // Whole milliseconds: if a fraction matters, the path that reads the exact clock decides.
  return { digests, events, hours, compared, fromMs: fromMs + 1 - MAX_MS_AHEAD, untilMs };
}

function hasNewValue({ noted }: KnownFacts, { event, plan, status, enriched }: PlannedEvent): boolean {
  return noted.find(event, { status, meters: plan.found.meters, enriched }).length > 0;
}

/** Whether every id occurs once. */
function haveOwnIds(sent: readonly SentEvent[]): boolean {
  const ids = new Set<string>();
  for (const { event } of sent) if (event.id) ids.add(event.id);
  return ids.size === sent.length;
}

/** Checks all events before applying any plan, because applying one counts the event. */
function cachedPlansOf({ plans }: KnownFacts, sent: readonly SentEvent[]): CachedPlan[] | null {
  const found: CachedPlan[] = [];
  for (const each of sent) {
    const plan = plans.find(each);
    if (!plan) return null;
    found.push(plan);
  }
  return found;
}

function applyCachedPlans(
  plans: readonly CachedPlan[],
  sent: readonly SentEvent[],
  clock: Temporal.Instant,
): PlannedEvent[] | null {
  const received = receiptOf(clock);
  const planned: PlannedEvent[] = [];
  const turns = startTurns();
  for (let index = 0; index < plans.length; index++) {
    // Long meter computations take the other path, which yields to other requests.
    if (turns.isOver()) return null;
    const each = applyCachedPlan(plans[index] as CachedPlan, (sent[index] as SentEvent).event, received);
    if (!each) return null;
    planned.push(each);
  }
  return planned;
}
