import type { CompiledSchema, SchemaEvent } from '#areas/event-schemas/index.ts';
import { buildEventId } from '#areas/event-schemas/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { unpackFields } from '../event-context.ts';
import { firstKeyOf, keysOf } from '../event-ids.ts';
import type { Failure } from '../process-event.ts';
import type { Event } from '../schema.ts';
import {
  type Entrance,
  enterEvents,
  KEY_HOURS,
  listKeyHolders,
  takeEventKeys,
  takeExpiredKeys,
} from '../store/event-keys.ts';
import { type EventRow, listEventsByNumber } from '../store/events.ts';

/** A received event with the id it goes by: the sender's, or the one that its schema's template makes. */
export interface IdentifiedEvent {
  sent: Event;
  eventId: string | null;
}

export function findEventId(
  sent: Event,
  event: SchemaEvent,
  schema: CompiledSchema | null | undefined,
): string | null {
  // An explicit id wins over the template; an empty one is none.
  if (sent.id) return sent.id;
  return (schema && buildEventId(schema, event)) || null;
}

/** What a transaction has when its events have entered: their numbers, and why some got no further. */
export interface Entered {
  now: Temporal.Instant;
  firstSeq: number;
  /** By the place of the event. */
  failures: ReadonlyMap<number, Failure>;
}

/**
 * Steps 1 and 2 of `metering-pricing.md` 5: takes the ids in the database. Of an id that comes twice in the
 * batch the first occurrence wins.
 */
export async function takeIds(tx: Tx, org: Org, events: readonly IdentifiedEvent[]): Promise<Entered> {
  const first = new Map<string, number>();
  for (const [place, { eventId }] of events.entries())
    if (eventId !== null && !first.has(eventId)) first.set(eventId, place);
  const wanted = [...first].map(([eventId, place]) => ({ key: firstKeyOf(eventId), place }));
  const entrance = await enterEvents(tx, org, wanted);
  const { now, firstSeq } = entrance;
  const failures = new Map<number, Failure>();
  for (const [place, { eventId, sent }] of events.entries()) {
    if (eventId === null) failures.set(place, NO_EVENT_ID);
    else if (first.get(eventId) !== place) {
      const winner = events[first.get(eventId) as number] as IdentifiedEvent;
      failures.set(place, duplicate(isSame(sent, winner.sent)));
    }
  }
  if (entrance.taken === null) return { now, firstSeq, failures };
  const taken = new Set(entrance.taken);
  const lost = [...first]
    .filter(([, place]) => !taken.has(place))
    .map(([eventId, place]) => ({ eventId, place }));
  const holders = await findHolders(tx, org, { lost, entrance });
  for (const { eventId, place } of lost) {
    const holder = holders.get(eventId);
    if (holder)
      failures.set(place, duplicate(isSame((events[place] as IdentifiedEvent).sent, toEvent(holder))));
  }
  // Events that came after in the batch with an id that another event has are duplicates of that one.
  return { now, firstSeq, failures };
}

interface Lost {
  eventId: string;
  place: number;
}

/**
 * Who has the lost ids. An id that is not there was taken after all: its time was over, or a key was shared.
 */
async function findHolders(
  tx: Tx,
  org: Org,
  { lost, entrance }: { lost: readonly Lost[]; entrance: Entrance },
): Promise<Map<string, EventRow>> {
  const { now, firstSeq } = entrance;
  const holders = new Map<string, EventRow>();
  let open: readonly Lost[] = lost;
  for (let probe = 0; open.length > 0; probe++) {
    const asked = open.map((each) => ({ ...each, key: keyAt(each.eventId, probe) }));
    // The first keys were refused already; the later ones are tried now.
    const taken = probe === 0 ? new Set<number>() : await takeEventKeys(tx, org, asked.map(toRequest));
    const refused = asked.filter(({ place }) => !taken.has(firstSeq + place));
    const found = await listHolders(
      tx,
      org,
      refused.map(({ key }) => key),
    );
    const expired: { key: Buffer; seq: number; heldBy: number }[] = [];
    const others: Lost[] = [];
    for (const { eventId, place, key } of refused) {
      const holder = found.get(key.readBigInt64BE(0).toString());
      if (!holder) throw new Error('the holder of an event id is gone');
      if (holder.eventId !== eventId) others.push({ eventId, place });
      else if (isExpired(holder, now)) expired.push({ key, seq: firstSeq + place, heldBy: holder.seq });
      else holders.set(eventId, holder);
    }
    const takenOver = await takeExpiredKeys(tx, org, expired);
    for (const { eventId, place, key } of refused) {
      const holder = found.get(key.readBigInt64BE(0).toString()) as EventRow;
      const isLate = expired.some(({ seq }) => seq === firstSeq + place);
      if (isLate && !takenOver.has(firstSeq + place)) holders.set(eventId, holder);
    }
    open = others;
  }
  return holders;

  function toRequest({ key, place }: { key: Buffer; place: number }) {
    return { key, seq: firstSeq + place };
  }
}

function keyAt(eventId: string, probe: number): Buffer {
  const key = keysOf(eventId)[probe];
  if (!key) throw new Error('all keys of an event id are shared with other ids');
  return key;
}

async function listHolders(tx: Tx, org: Org, keys: readonly Buffer[]): Promise<Map<string, EventRow>> {
  const held = await listKeyHolders(tx, org, keys);
  const rows = await listEventsByNumber(
    tx,
    org,
    held.map(({ seq }) => seq),
  );
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  const found = new Map<string, EventRow>();
  for (const { key, seq } of held) {
    const row = bySeq.get(seq);
    if (row) found.set(key, row);
  }
  return found;
}

function isExpired({ receivedAt }: EventRow, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(receivedAt, now.subtract({ hours: KEY_HOURS })) <= 0;
}

function toEvent(row: EventRow): Event {
  const { schemaName, eventTime: timestamp } = row;
  return { schemaName, timestamp, ...unpackFields(row.facts, row) };
}

/** Equal events, however their members were ordered; the id is the same already. */
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

function duplicate(isTwin: boolean): Failure {
  return {
    status: 'INGESTION_FAILED_DUPLICATE_EVENT',
    description: `an event with this id was accepted before${isTwin ? '' : '; payload differs'}`,
    isTwin,
  };
}
