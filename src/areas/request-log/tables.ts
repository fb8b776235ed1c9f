import type { GeneratedAlways } from 'kysely';
import type { ActorType, BodiesState } from './schema.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    loggedRequests: LoggedRequestsTable;
    requestLogGaps: RequestLogGapsTable;
    requestLogErasures: RequestLogErasuresTable;
    apiKeyUses: ApiKeyUsesTable;
  }
}

/** Times are real times: callers compare them with their own logs. */
export interface LoggedRequestsTable {
  orgId: number;
  id: string;
  /** When the request arrived. */
  at: Temporal.Instant;
  method: string;
  /** At most 500 characters, without the query. */
  path: string;
  query: string | null;
  /** Null for a path that leads nowhere. */
  operationId: string | null;
  status: number;
  statusText: GeneratedAlways<string>;
  statusClass: GeneratedAlways<string>;
  errorCode: string | null;
  /** Of a forbidden request. */
  lackedScopes: string[] | null;
  durationMs: number;
  /** The header `X-Request-Id`, which callers may choose. */
  requestId: string;
  actorType: ActorType;
  actorId: string;
  /** Of a user. */
  actorName: string | null;
  idempotencyKey: string | null;
  /** Whether the response was that of an earlier request with the same key. */
  isReplay: boolean;
  /** The number of requests like it since the last recorded one, itself included. */
  standsFor: number;
  requestHeaders: Record<string, string>;
  responseHeaders: Record<string, string>;
  /** In bytes, of the whole body. */
  requestSize: number;
  /** Null for a stream. */
  responseSize: number | null;
  /** Without secrets. */
  requestBody: string | null;
  responseBody: string | null;
  isRequestCut: boolean;
  isResponseCut: boolean;
  bodies: BodiesState;
}

/** What the log does not have, by minute. */
export interface RequestLogGapsTable {
  orgId: number;
  at: Temporal.Instant;
  /** Requests that are not recorded. */
  requests: number;
  /** Requests that are recorded without their bodies. */
  bodies: number;
}

export interface RequestLogErasuresTable {
  orgId: number;
  erasedAt: Temporal.Instant;
}

export interface ApiKeyUsesTable {
  orgId: number;
  keyId: string;
  lastUsedAt: Temporal.Instant;
}
