import type { Database } from '../db/database.ts';
import type { Deployment } from '../deployment.ts';
import type { ScheduledWorkRunner } from '../jobs/scheduled-work.ts';
import type { ApprovalGate } from './approval-gate.ts';
import type { Actor, Environment, Operation } from './operation.ts';
import type { PageTokens } from './page-token.ts';
import type { Precondition } from './precondition.ts';
import type { LongValidator } from './validate-in-turns.ts';
import type { Validator } from './validation.ts';
import type { Writer } from './writer.ts';

/** What operations run with: the database, the deployment and the runner of scheduled work. */
export interface Executor {
  database: Database;
  deployment: Deployment;
  scheduledWork: ScheduledWorkRunner;
  tokens: PageTokens;
  /** Absent in tests of the platform: no request waits for approval. */
  gate?: ApprovalGate;
  /** Every operation with the GET of its URL, by id; the server fills it. */
  routes: Map<string, Route>;
}

/** An operation, and the GET of the same URL. */
export interface Route {
  compiled: CompiledOperation;
  shown: CompiledOperation | null;
}

/** An operation with its schemas compiled. */
export interface CompiledOperation {
  operation: Operation;
  /** Every query parameter of the operation; others are rejected. */
  queryNames: ReadonlySet<string>;
  validateParams: Validator | null;
  validateQuery: Validator | null;
  validateBody: Validator | null;
  /** For operations whose bodies may be too long to validate in one turn. */
  validateLongBody: LongValidator | null;
  writers: ReadonlyMap<number, Writer>;
  /** The same responses without members that portal tokens may not see. */
  portalWriters: ReadonlyMap<number, Writer>;
  /** Writers of stream message data, by message name. */
  messageWriters: ReadonlyMap<string, Writer>;
  isExact: boolean;
  multiline: ReadonlySet<string>;
}

/** The request, apart from its credential. */
export interface SentRequest {
  requestId: string;
  /** The caller's IP address, as far as proxies are trusted. */
  address: string;
  /** The `User-Agent` header, at most 200 characters. */
  userAgent: string;
  baseUrl: string;
  path: string;
  /** The path with the query, as sent. */
  url: string;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
  rawBody: Buffer;
  idempotencyKey: string | undefined;
  /** Whether the caller has disconnected, so that nobody reads the response. */
  isAbandoned(): boolean;
}

/** A request of a caller without a credential. */
export interface AnonymousRequest {
  request: SentRequest;
  environment: Environment;
  /** The value of the cookie of somebody who is about to log in. */
  browser: string | null;
}

/** A request of an authenticated caller. */
export interface OperationRequest extends SentRequest {
  actor: Actor;
  precondition: Precondition | null;
  /** The header `If-Match` of the precondition. */
  ifMatch: string | null;
}
