import type { Database } from '#platform/db/database.ts';
import type { Org, Sent } from '#platform/http/operation.ts';
import { untilResponse } from '#platform/repeat.ts';
import { describeEvent } from '../describe-event.ts';
import { referenceOf } from '../event-numbers.ts';
import type { EventWithStatus } from '../schema.ts';
import { listEventsByNumber } from '../store/events.ts';
import type { Listener } from './listener.ts';

export type TailMessage =
  | { event: 'event'; id: string; data: Sent<EventWithStatus> }
  | { event: 'dropped'; data: { count: number; message: string } }
  | { event: 'gap'; data: { after: string; message: string } };

interface Source {
  database: Database;
  org: Org;
  signal: AbortSignal;
}

/** Events that are read together. */
const PAGE = 100;

/** The messages of a listener: first missed events, then new ones, as fast as the connection takes them. */
export async function* tailMessages(
  source: Source,
  { listener, after, missed }: { listener: Listener; after: number | null; missed: number[] | null },
): AsyncGenerator<TailMessage> {
  if (missed === null) yield gapAfter(after ?? 0);
  for (let at = 0; missed !== null && at < missed.length && !source.signal.aborted; at += PAGE)
    yield* readEvents(source, missed.slice(at, at + PAGE));
  for (;;) {
    const taken = await listener.take();
    if (taken === null) return;
    if ('dropped' in taken) yield droppedEvents(taken.dropped);
    else yield* readEvents(source, taken.numbers);
  }
}

/** In the order of the given numbers; omits events that retention has deleted meanwhile. */
async function* readEvents(
  { database, org, signal }: Source,
  numbers: readonly number[],
): AsyncGenerator<TailMessage> {
  const scope = { orgId: org.orgId, access: 'read' } as const;
  const rows = await untilResponse(
    () => database.transaction(scope, (tx) => listEventsByNumber(tx, org, numbers)),
    signal,
  );
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  for (const seq of numbers) {
    const row = bySeq.get(seq);
    if (row) yield { event: 'event', id: referenceOf(seq), data: describeEvent(row) };
  }
}

function droppedEvents(count: number): TailMessage {
  const message = 'the stream received more events than it can send; narrow the filters, or read GET /events';
  return { event: 'dropped', data: { count, message } };
}

function gapAfter(after: number): TailMessage {
  const message =
    'events after this one cannot be replayed, because there are too many or it no longer exists; ' +
    'read GET /events';
  return { event: 'gap', data: { after: referenceOf(after), message } };
}
