import { insertDebits } from '#areas/entitlements/index.ts';
import { recordMarks } from '#areas/licenses/index.ts';
import { awaitRunningIngestions, planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { type Outcome, toSchemaEvent } from './event.ts';
import { unpackFields } from './event-context.ts';
import { keysOf } from './event-ids.ts';
import type { HourOf } from './hours.ts';
import { NotedValues } from './ingestion/noted-values.ts';
import { type ProcessedEvent, packEvents } from './ingestion/pack-events.ts';
import { waitingOf } from './ingestion/waiting-of.ts';
import { factsOf } from './known/facts-of-events.ts';
import { learn, nothingKnown } from './known/known-facts.ts';
import { namesIn } from './known/names-in-events.ts';
import { lateUsageOf, noteLateUsage } from './late-usage.ts';
import { noteNewValues } from './note-new-values.ts';
import { debitsOf, isReleased, marksOf, processBatch } from './process-batch.ts';
import { reservedSchemas } from './reserved-schemas.ts';
import { rollUpUsage } from './roll-up-usage.ts';
import { releaseEventKeys } from './store/event-keys.ts';
import { type EventRow, updateOutcomes } from './store/events.ts';
import { insertUsage } from './store/usage.ts';
import { deleteWaiting, insertWaiting, listWaitingEvents, type WaitsFor } from './store/waiting.ts';

/** Lower than the work that schedules it, higher than refreshing invoices. */
const RANK = 50;
const PAGE_SIZE = 500;

/** Selects events that wait for this account or schema, after the end of the previous page. */
export interface Reprocessing {
  kind: string;
  waitsFor: WaitsFor;
  after: number;
}

/**
 * Re-processes events that waited for an account or a schema; rows and reference ids stay the same. The grace
 * period is judged by the time of re-processing, so that closed cycles stay closed. It processes one page; if
 * more events remain, it schedules the next page as separate work.
 */
export async function reprocessEvents(context: ScheduledWorkContext, work: Reprocessing): Promise<void> {
  const { tx, org, now, deployment } = context;
  // An ingestion that has not seen it yet may be about to commit a waiting event; ingestions that begin later
  // see it.
  await awaitRunningIngestions(tx, org);
  const waiting = await listWaitingEvents(tx, org, { ...work, now, limit: PAGE_SIZE });
  if (waiting.length === 0) return;
  const sent = waiting.map((row) => ({ row, ...unpackFields(row.facts, row), isEntitled: false }));
  const raw = sent.map(({ row: { schemaName, eventTime: timestamp }, ...fields }) => ({
    ...{ schemaName, timestamp, ...fields },
  }));
  const events = raw.map(toSchemaEvent);
  const known = nothingKnown();
  const reserved = reservedSchemas(deployment.wirePrefix);
  const refs = [...new Set(events.map(({ accountId }) => accountId))];
  const learnt = await learn(tx, org, { known, names: namesIn(raw, reserved), refs });
  const batch = { events, sent, known, ...learnt, reserved, receivedAt: now };
  const outcomes = await processBatch(tx, org, {
    events,
    eventFacts: await factsOf(tx, org, batch),
    failureOf: () => undefined,
  });
  const processed = sent
    .map(({ row, isEntitled: _, ...fields }, index) => {
      const [type, id] = row.facts.source;
      const event = { schemaName: row.schemaName, timestamp: row.eventTime, ...fields };
      const { seq, eventId, status } = row;
      const outcome = outcomes[index] as Outcome;
      const timestamp = outcome.usageAt ?? row.eventTime;
      return { seq, eventId, status, timestamp, event, source: { type, id }, outcome };
    })
    .filter(hasChanged);
  await storeOutcomes(context, { processed, hourOf: learnt.catalog.hourOf as HourOf });
  if (waiting.length === PAGE_SIZE) await planNextPage(context, work, waiting);
}

/** In the lock order of all writers: marks, events, late usage, new values, debits, rollups. */
async function storeOutcomes(
  { tx, org, now }: ScheduledWorkContext,
  { processed, hourOf }: { processed: readonly ProcessedEvent[]; hourOf: HourOf },
): Promise<void> {
  await recordMarks({ tx, org, now }, marksOf(processed));
  const { rows } = await packEvents(tx, org, { processed, contexts: new Map() });
  await updateOutcomes(tx, org, rows);
  await deleteWaiting(
    tx,
    org,
    processed.map(({ seq }) => seq),
  );
  await insertWaiting(tx, org, waitingOf(processed));
  await noteLateUsage({ tx, org, now }, lateUsageOf(processed));
  const noted = new NotedValues();
  const values = processed.flatMap(({ event, outcome }) => noted.find(event, outcome));
  await noteNewValues({ tx, org, now }, { values, firstSeq: processed[0]?.seq ?? 0 });
  await insertDebits(tx, org, debitsOf(processed));
  await Promise.all(insertUsage(tx, org, { summed: rollUpUsage(processed, hourOf), slot: 0 }));
  const released = processed.filter(isReleased);
  await releaseEventKeys(
    tx,
    org,
    released.flatMap(({ eventId, seq }) => (eventId ? keysOf(eventId).map((key) => ({ key, seq })) : [])),
  );
}

/** Events that still wait for the same reason stay unchanged. */
function hasChanged({ status, outcome }: { status: string; outcome: Outcome }): boolean {
  return !outcome.isOnHold || outcome.status !== status;
}

/** Uses a separate key: a new alias may schedule the account's first page at the same time. */
async function planNextPage(
  { tx, org, now }: ScheduledWorkContext,
  { kind, waitsFor }: Reprocessing,
  page: readonly EventRow[],
): Promise<void> {
  const after = page.at(-1)?.seq ?? null;
  const payload = { ...waitsFor, after };
  await planScheduledWork(tx, org, {
    kind,
    key: `${Object.values(waitsFor).join()} after ${after}`,
    dueAt: now,
    rank: RANK,
    payload,
    now,
  });
}
