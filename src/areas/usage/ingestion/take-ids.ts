import type { CompiledSchema, SchemaEvent } from '#areas/event-schemas/index.ts';
import { buildEventId } from '#areas/event-schemas/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { startTurns } from '#platform/turns.ts';
import { sentAtOf, unpackFields } from '../event-context.ts';
import { firstKeyOf, keysOf } from '../event-ids.ts';
import type { Event } from '../schema.ts';
import type { Failure } from '../statuses.ts';
import type { Changes } from '../store/catalog-changes.ts';
import {
  type Entrance,
  enterEvents,
  enterNewEvents,
  KEY_HOURS,
  listKeyHolders,
  takeEventKeys,
  takeExpiredKeys,
} from '../store/event-keys.ts';
import { type EventRow, listEventsByNumber } from '../store/events.ts';

/** A received event with its effective id: the sender's, or one from the schema's template. */
export interface IdentifiedEvent {
  sent: Event;
  eventId: string | null;
}

export function findEventId(
  sent: Event,
  event: SchemaEvent,
  schema: CompiledSchema | null | undefined,
): string | null {
  // An explicit id takes precedence over the template; an empty one counts as none.
  if (sent.id) return sent.id;
  return (schema && buildEventId(schema, event)) || null;
}

/** The state after a transaction has entered its events: their numbers, and why some were rejected. */
export interface Entered {
  now: Temporal.Instant;
  firstSeq: number;
  /** By event index. */
  failures: ReadonlyMap<number, Failure>;
  /** Changes of the catalog, in the state in which the ids were taken. */
  changes: Changes;
}

interface Wanted {
  events: readonly IdentifiedEvent[];
  areNew?: boolean;
  /** Reads catalog changes since this snapshot; reads none if absent. */
  since?: string | null;
}

/**
 * Steps 1 and 2 of `metering-pricing.md` 5: takes the ids in the database. If an id occurs twice in the
 * batch, the first occurrence gets it. If all ids are assumed to be new, a taken one fails the transaction
 * (`isIdTaken`).
 */
export async function takeIds(
  tx: Tx,
  org: Org,
  { events, areNew = false, since = null }: Wanted,
): Promise<Entered> {
  const first = new Map<string, number>();
  const digests: string[] = [];
  const indexes: number[] = [];
  const failures = new Map<number, Failure>();
  const turns = startTurns();
  for (let index = 0; index < events.length; index++) {
    if (turns.isOver()) await turns.yieldLoop();
    const { eventId, sent } = events[index] as IdentifiedEvent;
    const winner = eventId === null ? undefined : first.get(eventId);
    if (eventId === null) failures.set(index, NO_EVENT_ID);
    else if (winner !== undefined)
      failures.set(index, duplicate(isSame(sent, (events[winner] as IdentifiedEvent).sent)));
    else {
      first.set(eventId, index);
      digests.push(firstKeyOf(eventId));
      indexes.push(index);
    }
  }
  const enter = areNew ? enterNewEvents : enterEvents;
  const entrance = await enter(tx, org, { digests, indexes, since });
  const { now, firstSeq, taken: takenIndexes, ...changes } = entrance;
  const entered = { now, firstSeq, failures, changes };
  if (takenIndexes === null) return entered;
  const taken = new Set(takenIndexes);
  const lost = [...first]
    .filter(([, index]) => !taken.has(index))
    .map(([eventId, index]) => ({ eventId, index }));
  const holders = await findHolders(tx, org, { lost, entrance });
  for (const { eventId, index } of lost) {
    if (turns.isOver()) await turns.yieldLoop();
    const holder = holders.get(eventId);
    if (holder)
      failures.set(index, duplicate(isSame((events[index] as IdentifiedEvent).sent, toEvent(holder))));
  }
  // Later events of the batch whose id another event holds are duplicates of that event.
  return entered;
}

interface Lost {
  eventId: string;
  index: number;
  /** Index of the id's key to try, from 0. */
  probe: number;
}

/**
 * Finds the holders of ids that were not obtained. An id missing from the result was obtained after all: it
 * had expired, its first key was shared, or it was released a moment ago.
 */
async function findHolders(
  tx: Tx,
  org: Org,
  { lost, entrance }: { lost: readonly Omit<Lost, 'probe'>[]; entrance: Entrance },
): Promise<Map<string, EventRow>> {
  const { firstSeq } = entrance;
  const holders = new Map<string, EventRow>();
  let open: readonly Lost[] = lost.map((each) => ({ ...each, probe: 0 }));
  // The first keys have already failed; every later key is tried before its holder is looked up.
  for (let isTried = true; open.length > 0; isTried = false) {
    const requested = open.map((each) => ({
      ...each,
      key: keyAt(each.eventId, each.probe),
      seq: firstSeq + each.index,
    }));
    const taken = isTried ? new Set<number>() : await takeEventKeys(tx, org, requested);
    const rejected = requested.filter(({ seq }) => !taken.has(seq));
    const { expired, again, found } = await compareHolders(tx, org, { rejected, entrance });
    for (const [eventId, row] of found) holders.set(eventId, row);
    const takenOver = await takeExpiredKeys(tx, org, expired);
    // Another transaction took the id over first, so its event is now the holder.
    open = [...again, ...expired.filter(({ seq }) => !takenOver.has(seq))];
  }
  return holders;
}

type Requested = Lost & { key: Buffer; seq: number };

/** Determines the holder of each key, which keys to look up again, and which can be taken over. */
async function compareHolders(
  tx: Tx,
  org: Org,
  { rejected, entrance }: { rejected: readonly Requested[]; entrance: Entrance },
): Promise<{ found: Map<string, EventRow>; again: Lost[]; expired: (Requested & { heldBy: number })[] }> {
  const held = await listKeyHolders(
    tx,
    org,
    rejected.map(({ key }) => key),
  );
  const numbers = new Map(held.map(({ key, seq }) => [key, seq]));
  const events = await listEventsByNumber(tx, org, [...numbers.values()]);
  const rows = new Map(events.map((row) => [row.seq, row]));
  const found = new Map<string, EventRow>();
  const again: Lost[] = [];
  const expired: (Requested & { heldBy: number })[] = [];
  for (const requested of rejected) {
    const heldBy = numbers.get(requested.key.readBigInt64BE(0).toString());
    const row = heldBy === undefined ? undefined : rows.get(heldBy);
    // Events of this transaction are not stored yet; each has a different id.
    const isOfAnother = row ? row.eventId !== requested.eventId : (heldBy ?? 0) >= entrance.firstSeq;
    if (heldBy === undefined) again.push(requested);
    else if (isOfAnother) again.push({ ...requested, probe: requested.probe + 1 });
    // A deleted event was older than the retention of all events, so its key has expired.
    else if (!row || isExpired(row, entrance.now)) expired.push({ ...requested, heldBy });
    else found.set(requested.eventId, row);
  }
  return { found, again, expired };
}

function keyAt(eventId: string, probe: number): Buffer {
  const key = keysOf(eventId)[probe];
  if (!key) throw new Error('every key of an event id collides with another id');
  return key;
}

function isExpired({ receivedAt }: EventRow, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(receivedAt, now.subtract({ hours: KEY_HOURS })) <= 0;
}

function toEvent(row: EventRow): Event {
  const { schemaName } = row;
  return { schemaName, timestamp: sentAtOf(row), ...unpackFields(row.facts, row) };
}

/** Whether events are equal regardless of member order; their ids are already known to be equal. */
function isSame(one: Event, other: Event): boolean {
  return one.timestamp.equals(other.timestamp) && describe(one) === describe(other);
}

function describe({ schemaName, accountId, attributes, dimensions }: Event): string {
  const values = attributes.map(({ name, value, unit }) => [name, value, unit ?? null]);
  return JSON.stringify([
    schemaName,
    accountId,
    values.sort(byName),
    Object.entries(dimensions).sort(byName),
  ]);
}

function byName([a]: readonly unknown[], [b]: readonly unknown[]): number {
  return String(a) < String(b) ? -1 : 1;
}

const NO_EVENT_ID: Failure = {
  status: 'INGESTION_FAILED_NO_EVENT_ID',
  description: 'the event has no id, and its schema makes none from it',
};

function duplicate(isIdentical: boolean): Failure {
  return {
    status: 'INGESTION_FAILED_DUPLICATE_EVENT',
    description: `an event with this id was accepted before${isIdentical ? '' : '; payload differs'}`,
    isIdentical,
  };
}
