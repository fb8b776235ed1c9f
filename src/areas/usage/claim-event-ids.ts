import { hash } from 'node:crypto';
import { buildEventId, type CompiledSchema, type SchemaEvent } from '#areas/event-schemas/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Failure } from './process-event.ts';
import type { Event } from './schema.ts';
import { type KeyRequest, listKeyHolders, takeEventKeys, takeExpiredKeys } from './store/event-keys.ts';

/** A received event with the id it goes by: the sender's, or the one that its schema's template makes. */
export interface IdentifiedEvent {
  referenceId: string;
  eventId: string | null;
  payloadHash: string;
}

export function findEventId(
  sent: Event,
  event: SchemaEvent,
  schemas: ReadonlyMap<string, CompiledSchema>,
): string | null {
  // An explicit id wins over the template; an empty one is none.
  if (sent.id) return sent.id;
  const schema = schemas.get(sent.schemaName);
  return (schema && buildEventId(schema, event)) || null;
}

/** Equal for equal events, however their members were ordered. */
export function hashPayload(sent: Event, eventTime: string): string {
  const attributes = sent.attributes.map(({ name, value, unit }) => [name, value, unit ?? null]);
  const dimensions = Object.entries(sent.dimensions);
  const parts = [sent.schemaName, eventTime, sent.accountId];
  return hash('sha256', JSON.stringify([parts, attributes.sort(byName), dimensions.sort(byName)]));
}

function byName([a]: readonly unknown[], [b]: readonly unknown[]): number {
  return String(a) < String(b) ? -1 : 1;
}

/**
 * Steps 1 and 2 of `metering-pricing.md` 5: takes the ids in the database, and returns by reference id why
 * events get no further. Of an id that comes twice in the batch the first occurrence wins.
 */
export async function claimEventIds(
  tx: Tx,
  org: Org,
  batch: { events: readonly IdentifiedEvent[]; now: Temporal.Instant },
): Promise<Map<string, Failure>> {
  const { events, now } = batch;
  const first = new Map<string, KeyRequest>();
  for (const { eventId, referenceId, payloadHash } of events)
    if (eventId !== null && !first.has(eventId)) first.set(eventId, { eventId, referenceId, payloadHash });
  const wanted = [...first.values()].sort((a, b) => (a.eventId < b.eventId ? -1 : 1));
  const taken = await takeEventKeys(tx, org, { wanted, now });
  const holders = await findHolders(tx, org, {
    lost: wanted.filter((key) => !taken.has(key.referenceId)),
    taken,
    now,
  });
  const failures = new Map<string, Failure>();
  for (const event of events) {
    const { eventId, referenceId } = event;
    if (eventId === null) failures.set(referenceId, NO_EVENT_ID);
    else if (!taken.has(referenceId))
      failures.set(referenceId, duplicate(event, holders.get(eventId) ?? first.get(eventId)?.payloadHash));
  }
  return failures;
}

/** The hashes of events that had the lost ids before; ids whose time is over are taken after all. */
async function findHolders(
  tx: Tx,
  org: Org,
  claim: { lost: readonly KeyRequest[]; taken: Set<string>; now: Temporal.Instant },
): Promise<Map<string, string>> {
  const { lost, taken, now } = claim;
  const holders = await listKeyHolders(tx, org, { eventIds: lost.map(({ eventId }) => eventId), now });
  const expired = new Set(holders.filter(({ isExpired }) => isExpired).map(({ eventId }) => eventId));
  const wanted = lost.filter(({ eventId }) => expired.has(eventId));
  const takenOver = await takeExpiredKeys(tx, org, { wanted, now });
  for (const referenceId of takenOver) taken.add(referenceId);
  const isMine = new Set(
    wanted.filter((key) => takenOver.has(key.referenceId)).map(({ eventId }) => eventId),
  );
  return new Map(
    holders
      .filter(({ eventId }) => !isMine.has(eventId))
      .map(({ eventId, payloadHash }) => [eventId, payloadHash]),
  );
}

const NO_EVENT_ID: Failure = {
  status: 'INGESTION_FAILED_NO_EVENT_ID',
  description: 'the event has no id, and its schema makes none from it',
};

function duplicate(event: IdentifiedEvent, holderHash: string | undefined): Failure {
  const isTwin = holderHash === event.payloadHash;
  return {
    status: 'INGESTION_FAILED_DUPLICATE_EVENT',
    description: `an event with this id was accepted before${isTwin ? '' : '; payload differs'}`,
    isTwin,
  };
}
