import { type Static, type TSchema, Type } from 'typebox';
import { Check } from 'typebox/value';
import type { Outbound, OutboundResponse } from './outbound.ts';
import { signedHeaders } from './signed-message.ts';

/** An external service that is called with signed HTTP requests and responds synchronously. */
export interface SignedConnection {
  outbound: Outbound;
  url: string;
  /** The current key first; every key signs. */
  keys: readonly Buffer[];
  /** Such as `{ id: 'acme', environment: 'sandbox' }`: part of each call. */
  organization: { id: string; environment: string };
  /** Real time. */
  now(): Temporal.Instant;
}

export interface SignedCall {
  /** The kind of call, such as `refund.create`. */
  type: string;
  /** Idempotency key: for a repeated call the service does nothing and repeats its response. */
  key: string;
  content: object;
}

/**
 * ANSWERED: the outcome is known. REFUSED: nothing was or will be done. UNKNOWN: it may have been done, so
 * the call is repeated with the same key.
 */
export type CallResponse<T> =
  | { outcome: 'ANSWERED'; value: T }
  | { outcome: 'REFUSED'; reason: string }
  | { outcome: 'UNKNOWN'; reason: string };

/** Temporary rejections, which say nothing about earlier calls with the same key. */
const TEMPORARY = new Set([408, 409, 423, 425, 429]);

/** Text for people from the external service: one line without control characters. */
export const ShortText = Type.String({ minLength: 1, maxLength: 255, pattern: '^[^\\p{Cc}\\p{Cs}]+$' });
const Rejection = Type.Object({ reason: ShortText });

/** Makes one call; `read` converts a successful response, or returns null if it is invalid. Never rejects. */
export async function callSigned<T>(
  { outbound, url, keys, organization, now }: SignedConnection,
  call: SignedCall,
  read: (success: { status: number; body: string | null }) => T | null,
): Promise<CallResponse<T>> {
  const { type, key, content } = call;
  const { id: organizationId, environment } = organization;
  const body = JSON.stringify({ type, idempotencyKey: key, organizationId, environment, ...content });
  const headers = { ...signedHeaders({ id: key, body }, { keys, at: now() }), 'idempotency-key': key };
  return interpret<T>(await outbound.send({ url, headers, body }), read);
}

function interpret<T>(
  { status, error, body }: OutboundResponse,
  read: (success: { status: number; body: string | null }) => T | null,
): CallResponse<T> {
  if (status === null) return { outcome: 'UNKNOWN', reason: error ?? 'no response' };
  if (status >= 200 && status < 300) {
    const value = read({ status, body });
    if (value !== null) return { outcome: 'ANSWERED', value };
    return { outcome: 'UNKNOWN', reason: `HTTP ${status} with a body that is not as agreed` };
  }
  if (status < 400 || status >= 500 || TEMPORARY.has(status))
    return { outcome: 'UNKNOWN', reason: `HTTP ${status}` };
  return { outcome: 'REFUSED', reason: readMessage(Rejection, body)?.reason ?? `HTTP ${status}` };
}

/** Null for text that is not JSON of this shape. */
export function readMessage<T extends TSchema>(schema: T, text: string | null): Static<T> | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return Check(schema, value) ? (value as Static<T>) : null;
  } catch {
    return null;
  }
}

/**
 * Pauses in seconds of real time after the first call without a response, the second, and so on; then hourly.
 */
const PAUSES = [5, 30, 120, 600, 1800];
const HOUR_SECONDS = 3600;

/** When to repeat a call without a response, in real time; null after the last retry. */
export function nextCallAt(
  at: Temporal.Instant,
  { attempts, firstCalledAt }: { attempts: number; firstCalledAt: Temporal.Instant | null },
  hours: number,
): Temporal.Instant | null {
  const next = at.add({ seconds: PAUSES[attempts - 1] ?? HOUR_SECONDS });
  const end = (firstCalledAt ?? at).add({ hours });
  return Temporal.Instant.compare(next, end) < 0 ? next : null;
}
