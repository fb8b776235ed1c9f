import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** An event that wants its id. */
export interface KeyRequest {
  eventId: string;
  referenceId: string;
  /** Hex SHA-256 of what was sent. */
  payloadHash: string;
}

/** Who has an id already. */
export interface KeyHolder {
  eventId: string;
  payloadHash: string;
}

/** An event id is taken for 45 days (`metering-pricing.md` 4.5). */
export const KEY_HOURS = 45 * 24;

/**
 * Takes event ids; returns the reference ids that got theirs. The primary key decides between concurrent
 * requests: the
 * later one waits for the earlier to commit and then gets nothing. `wanted` has every id once and is sorted
 * by id, so
 * that two requests with the same ids take them in one order and never wait for each other.
 */
export async function takeEventKeys(
  tx: Tx,
  org: Org,
  request: { wanted: readonly KeyRequest[]; now: Temporal.Instant },
): Promise<Set<string>> {
  const { wanted, now } = request;
  if (wanted.length === 0) return new Set();
  const { rows } = await sql<{ referenceId: string }>`
    insert into event_keys (org_id, event_id, reference_id, received_at, payload_hash)
    select ${org.orgId}, "eventId", "referenceId", ${now}, decode("payloadHash", 'hex')
    from json_to_recordset(${JSON.stringify(wanted)}::json)
      as sent ("eventId" text, "referenceId" uuid, "payloadHash" text)
    on conflict (org_id, event_id) do nothing returning reference_id`.execute(tx);
  return new Set(rows.map(({ referenceId }) => referenceId));
}

/**
 * Takes over ids whose 45 days are over but which were not purged yet. Of two requests the second finds the
 * first one's new date under the row's lock, and gets nothing.
 */
export async function takeExpiredKeys(
  tx: Tx,
  org: Org,
  request: { wanted: readonly KeyRequest[]; now: Temporal.Instant },
): Promise<Set<string>> {
  const { wanted, now } = request;
  if (wanted.length === 0) return new Set();
  const { rows } = await sql<{ referenceId: string }>`
    update event_keys k set reference_id = sent.reference_id, received_at = ${now},
      payload_hash = decode(sent.hash, 'hex')
    from unnest(${wanted.map(({ eventId }) => eventId)}::text[],
      ${wanted.map(({ referenceId }) => referenceId)}::uuid[],
      ${wanted.map(({ payloadHash }) => payloadHash)}::text[]) as sent (event_id, reference_id, hash)
    where k.org_id = ${org.orgId} and k.event_id = sent.event_id
      and k.received_at <= ${expiryAt(now)}
    returning k.reference_id`.execute(tx);
  return new Set(rows.map(({ referenceId }) => referenceId));
}

/** Who has the ids, and whether their time is over. */
export async function listKeyHolders(
  tx: Tx,
  org: Org,
  request: { eventIds: readonly string[]; now: Temporal.Instant },
): Promise<(KeyHolder & { isExpired: boolean })[]> {
  if (request.eventIds.length === 0) return [];
  const { rows } = await sql<KeyHolder & { isExpired: boolean }>`
    select event_id, encode(payload_hash, 'hex') as payload_hash,
      received_at <= ${expiryAt(request.now)} as is_expired
    from event_keys where org_id = ${org.orgId} and event_id = any(${request.eventIds})`.execute(tx);
  return rows;
}

/** Gives ids back, so that a corrected event can be sent with the same one. */
export async function releaseEventKeys(
  tx: Tx,
  org: Org,
  released: readonly { eventId: string | null; referenceId: string }[],
): Promise<void> {
  if (released.length === 0) return;
  await sql`
    delete from event_keys k
    using unnest(${released.map(({ eventId }) => eventId)}::text[],
      ${released.map(({ referenceId }) => referenceId)}::uuid[]) as given (event_id, reference_id)
    where k.org_id = ${org.orgId} and k.event_id = given.event_id
      and k.reference_id = given.reference_id`.execute(tx);
}

/** Deletes at most `limit` expired ids; returns how many. Ids that somebody is taking over are left alone. */
export async function purgeEventKeys(
  tx: Tx,
  org: Org,
  request: { now: Temporal.Instant; limit: number },
): Promise<number> {
  const { rows } = await sql`
    delete from event_keys where org_id = ${org.orgId} and event_id in (
      select event_id from event_keys
      where org_id = ${org.orgId} and received_at <= ${expiryAt(request.now)}
      order by received_at limit ${request.limit} for update skip locked)
    returning 1`.execute(tx);
  return rows.length;
}

function expiryAt(now: Temporal.Instant): Temporal.Instant {
  return now.subtract({ hours: KEY_HOURS });
}
