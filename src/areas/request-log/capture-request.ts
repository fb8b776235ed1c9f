import { realNow } from '#platform/db/clock.ts';
import { nameActor } from '#platform/db/tx-actor.ts';
import type { Operation } from '#platform/http/operation.ts';
import { oneHeader } from '#platform/http/read-request.ts';
import { type Http, stateOf } from '#platform/http/request-state.ts';
import { type ActorType, MAX_BODY } from './schema.ts';

/** Whose request it is. */
export interface Caller {
  orgId: number;
  type: ActorType;
  id: string;
  name: string | null;
}

/** What is kept of a request until it is written: as it was sent, with its secrets. */
export interface Captured {
  caller: Caller;
  at: Temporal.Instant;
  method: string;
  url: string;
  operation: Operation | null;
  queryNames: ReadonlySet<string>;
  status: number;
  errorCode: string | null;
  lackedScopes: readonly string[] | null;
  durationMs: number;
  requestId: string;
  idempotencyKey: string | null;
  isReplay: boolean;
  standsFor: number;
  requestHeaders: Record<string, string>;
  responseHeaders: Record<string, string>;
  /** The credential that was sent. */
  credential: string | null;
  requestSize: number;
  responseSize: number | null;
  /** The beginning of each body; null if there is none, or none is kept. */
  requestBody: string | null;
  responseBody: string | null;
  bodies: 'KEPT' | 'OFF' | 'BEHIND';
}

/** Headers that affect the response, or that tell programs apart. */
const REQUEST_HEADERS = [
  ...['accept', 'content-type', 'if-match', 'if-none-match', 'last-event-id', 'origin', 'user-agent'],
];
/** Headers that are not the same in every response. */
const RESPONSE_HEADERS = [
  ...['content-type', 'deprecation', 'etag', 'idempotency-replayed', 'link', 'location', 'ratelimit-limit'],
  ...['ratelimit-remaining', 'ratelimit-reset', 'retry-after', 'sunset'],
];
const MAX_HEADER = 300;

/**
 * The caller of a request whose credential is known: a valid one, or a key that is not valid any more or not
 * in this environment. Null for all others, whose requests belong to no organization.
 */
export function callerOf({ request }: Http): Caller | null {
  const { caller, problem } = stateOf(request);
  if (caller) {
    const { type, id, name = null } = nameActor(caller);
    return { orgId: caller.org.orgId, type: type as ActorType, id, name };
  }
  const rejected = problem?.facts.rejectedKey;
  return rejected ? { orgId: rejected.orgId, type: 'API_KEY', id: rejected.keyId, name: null } : null;
}

/** Copies what is kept of a request, so that neither its whole body nor its connection stays in memory. */
export function capture(http: Http, caller: Caller): Captured {
  const { request, reply } = http;
  const { compiled, problem, sent, rawBody } = stateOf(request);
  const { headers } = request;
  const { elapsedTime } = reply;
  return {
    caller,
    // To the microsecond, so that the requests of one caller stay in their order.
    at: realNow().subtract({ microseconds: Math.round(elapsedTime * 1_000) }),
    method: request.method,
    url: request.url.slice(0, 4_000),
    operation: compiled?.operation ?? null,
    queryNames: compiled?.queryNames ?? NO_NAMES,
    status: reply.statusCode,
    errorCode: problem?.code ?? null,
    lackedScopes: problem?.facts.lackedScopes ?? null,
    durationMs: Math.round(elapsedTime),
    requestId: request.id,
    idempotencyKey: oneHeader(headers['idempotency-key'])?.slice(0, 255) ?? null,
    isReplay: reply.getHeader('idempotency-replayed') === 'true',
    standsFor: 1,
    requestHeaders: pick(headers, REQUEST_HEADERS),
    responseHeaders: pick(reply.getHeaders(), RESPONSE_HEADERS),
    credential: credentialOf(headers),
    requestSize: rawBody.length || Number(headers['content-length'] ?? 0) || 0,
    responseSize: sizeOf(http, sent),
    requestBody: null,
    responseBody: null,
    bodies: 'OFF',
  };
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** The beginnings of the bodies. The body of a path that leads nowhere could be anything, and is not kept. */
export function captureBodies({ request }: Http): Pick<Captured, 'requestBody' | 'responseBody'> {
  const { compiled, sent, rawBody } = stateOf(request);
  const hasBody = compiled !== null && rawBody.length > 0;
  return {
    requestBody: hasBody ? rawBody.toString('utf8', 0, MAX_BODY + 1) : null,
    responseBody: sent === null ? null : beginningOf(typeof sent === 'string' ? [sent] : sent.pieces),
  };
}

/** A copy: a part of a text would keep the whole one in memory. */
function beginningOf(pieces: readonly string[]): string {
  let text = '';
  for (const piece of pieces) {
    if (text.length > MAX_BODY) break;
    text += piece.slice(0, MAX_BODY + 1 - text.length);
  }
  const [first = ''] = pieces;
  return text.length === first.length && pieces.length === 1 ? first : Buffer.from(text).toString();
}

function sizeOf({ request, reply }: Http, sent: unknown): number | null {
  const { compiled } = stateOf(request);
  if (compiled?.operation.stream && reply.statusCode < 400) return null;
  const length = Number(reply.getHeader('content-length') ?? Number.NaN);
  if (Number.isFinite(length)) return length;
  return typeof sent === 'string' ? Buffer.byteLength(sent) : 0;
}

function pick(headers: Record<string, unknown>, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of names) {
    const value = headers[name];
    if (value !== undefined) picked[name] = [value].flat().join(', ').slice(0, MAX_HEADER);
  }
  return picked;
}

function credentialOf(headers: Record<string, string | string[] | undefined>): string | null {
  const sent = oneHeader(headers.authorization) ?? oneHeader(headers['x-api-key']) ?? '';
  const credential = sent.replace(/^\S+ +/, '');
  return credential.length >= 8 ? credential : null;
}
