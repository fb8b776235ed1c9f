import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { idempotencyKeyReused, idempotencyResponseErased, requestInProgress } from '../problem.ts';
import type { Tx } from './database.ts';
import { countEffects, truncateEffects } from './effects.ts';
import { type Mentioned, mentions } from './mentions.ts';
import { countOutbox, truncateOutbox } from './outbox.ts';

/** The request that an Idempotency-Key identifies. */
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
 * Claims the key for this request, or returns the response that is stored for it. The key row and the effects
 * of the request commit together. Raises `idempotencyResponseErased` for a completed request whose response
 * mentioned a person who was erased since.
 */
export async function takeIdempotencyKey(tx: Tx, request: IdempotentRequest): Promise<StoredResponse | null> {
  const { orgId, subject, operation, path, key, bodyHash } = request;
  // A transaction lock, so that a concurrent duplicate gets an error at once instead of waiting for this one.
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

/** Replaces a key that itself mentions a person. Keys of callers contain no spaces. */
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
 * Replaces the response to a request that has waited, also one whose key was removed meanwhile: from now on
 * a repetition gets this one.
 */
export async function replaceResponse(
  tx: Tx,
  request: IdempotentRequest,
  response: StoredResponse,
): Promise<void> {
  const { orgId, subject, operation, path, key, bodyHash } = request;
  const { status, body, headers } = response;
  await sql`
    insert into idempotency_keys (org_id, subject, operation, path, key, body_hash, response_status,
      response_body, response_headers)
    values (${orgId}, ${subject}, ${operation}, ${path}, ${key}, ${bodyHash}, ${status}, ${body},
      ${headers ? JSON.stringify(headers) : null}::jsonb)
    on conflict (org_id, subject, operation, path, key) do update set response_status = ${status},
      response_body = excluded.response_body, response_headers = excluded.response_headers,
      created_at = clock_timestamp()`.execute(tx);
}

/**
 * Erases responses and request hashes that mention a person. The fact that a request was done is kept as long
 * as its key.
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

/** Removes up to `limit` keys older than a day. Returns the number removed. */
export async function deleteOldIdempotencyKeys(tx: Tx, orgId: number, limit: number): Promise<number> {
  const result = await sql`
    delete from idempotency_keys where ctid = any(array(
      select ctid from idempotency_keys
      where org_id = ${orgId} and created_at < clock_timestamp() - interval '24 hours'
      limit ${limit}))`.execute(tx);
  return Number(result.numAffectedRows ?? 0);
}

/** Runs `work` in a savepoint, so that a problem undoes its effects but not the transaction around it. */
export async function inSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const noted = countOutbox(tx);
  const effects = countEffects(tx);
  await sql`savepoint work`.execute(tx);
  try {
    const result = await work();
    await sql`release savepoint work`.execute(tx);
    return result;
  } catch (error) {
    truncateOutbox(tx, noted);
    truncateEffects(tx, effects);
    await sql`rollback to savepoint work`.execute(tx);
    // Without the release it would shadow the outer savepoint of the same name.
    await sql`release savepoint work`.execute(tx);
    throw error;
  }
}
