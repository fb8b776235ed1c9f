import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { idempotencyKeyReused, idempotencyResponseErased, requestInProgress } from '../problem.ts';
import type { Tx } from './database.ts';
import { type Mentioned, mentions } from './mentions.ts';
import { countOutbox, truncateOutbox } from './outbox.ts';

/** Which request an Idempotency-Key stands for. */
export interface IdempotentRequest {
  orgId: number;
  subject: string;
  operation: string;
  path: string;
  key: string;
  bodyHash: Buffer;
}

export interface StoredResponse {
  status: number;
  body: string;
  headers?: Readonly<Record<string, string>> | null;
}

export function hashBody(bytes: Buffer | string): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/**
 * Takes the key for this request, or returns the answer that was stored for it. The key row and the request's
 * effects
 * commit together: there is no moment in which one exists without the other. Raises
 * `idempotencyResponseErased` for a request that was done and whose answer told of a person who was erased
 * since.
 */
export async function takeIdempotencyKey(tx: Tx, request: IdempotentRequest): Promise<StoredResponse | null> {
  const { orgId, subject, operation, path, key, bodyHash } = request;
  // A transaction lock, so that a concurrent twin is told to wait instead of being held until this one ends.
  const lock = await sql<{ isFree: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(
    ${[orgId, subject, operation, path, key].join('\n')}, 7)) as is_free`.execute(tx);
  if (!lock.rows[0]?.isFree) throw requestInProgress();
  const inserted = await sql`
    insert into idempotency_keys (org_id, subject, operation, path, key, body_hash)
    select ${orgId}, ${subject}, ${operation}, ${path}, ${key}, ${bodyHash}
    where not exists (select from idempotency_keys
      where org_id = ${orgId} and subject = ${subject} and operation = ${operation}
        and path = ${path} and key = ${erasedKey(key)})
    on conflict do nothing returning 1`.execute(tx);
  if (inserted.rows.length > 0) return null;
  const found = await sql<KeptResponse>`
    select body_hash, response_status, response_body, response_headers, erased_at is not null as is_erased
    from idempotency_keys
    where org_id = ${orgId} and subject = ${subject} and operation = ${operation}
      and path = ${path} and key = any(${[key, erasedKey(key)]})`.execute(tx);
  const row = found.rows[0];
  if (row?.isErased) throw idempotencyResponseErased();
  if (!row || row.responseStatus === null) throw requestInProgress();
  if (!row.bodyHash.equals(bodyHash)) throw idempotencyKeyReused();
  return { status: row.responseStatus, body: row.responseBody ?? '', headers: row.responseHeaders };
}

interface KeptResponse {
  bodyHash: Buffer;
  responseStatus: number | null;
  responseBody: string | null;
  responseHeaders: Record<string, string> | null;
  isErased: boolean;
}

/** What stands for a key that itself told of a person. No key of a caller has a space. */
function erasedKey(key: string): string {
  return `erased ${createHash('sha256').update(key).digest('hex')}`;
}

export async function storeResponse(
  tx: Tx,
  request: IdempotentRequest,
  response: StoredResponse,
): Promise<void> {
  const { orgId, subject, operation, path, key } = request;
  await sql`
    update idempotency_keys set response_status = ${response.status}, response_body = ${response.body},
      response_headers = ${response.headers ? JSON.stringify(response.headers) : null}::jsonb
    where org_id = ${orgId} and subject = ${subject} and operation = ${operation}
      and path = ${path} and key = ${key}`.execute(tx);
}

/**
 * Erases the answers, and the hashes of the requests, that mention a person. That each request was done stays
 * known for as long as its key is kept.
 */
export async function eraseResponses(tx: Tx, orgId: number, mentioned: Mentioned): Promise<void> {
  const isInKey = mentions(sql`key`, { ...mentioned, ids: [] });
  await sql`
    update idempotency_keys set response_body = null, response_headers = null, body_hash = '',
      erased_at = clock_timestamp(),
      key = case when ${isInKey} then 'erased ' || encode(sha256(convert_to(key, 'UTF8')), 'hex') else key end
    where org_id = ${orgId} and erased_at is null
      and (${isInKey} or ${mentions(sql`path`, mentioned)}
        or ${mentions(sql`coalesce(response_body, '')`, mentioned)}
        or ${mentions(sql`coalesce(response_headers::text, '')`, mentioned)})`.execute(tx);
}

/** Removes up to `limit` keys that are older than a day. Returns how many. */
export async function deleteOldIdempotencyKeys(tx: Tx, orgId: number, limit: number): Promise<number> {
  const result = await sql`
    delete from idempotency_keys where ctid = any(array(
      select ctid from idempotency_keys
      where org_id = ${orgId} and created_at < clock_timestamp() - interval '24 hours'
      limit ${limit}))`.execute(tx);
  return Number(result.numAffectedRows ?? 0);
}

/** Runs `work` so that a problem undoes its effects but not the transaction around it. */
export async function inSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const noted = countOutbox(tx);
  await sql`savepoint work`.execute(tx);
  try {
    const result = await work();
    await sql`release savepoint work`.execute(tx);
    return result;
  } catch (error) {
    truncateOutbox(tx, noted);
    await sql`rollback to savepoint work`.execute(tx);
    // Without its release it would hide the savepoint of the same name around it.
    await sql`release savepoint work`.execute(tx);
    throw error;
  }
}
