import type { Static, TObject, TSchema } from 'typebox';
import type { Decimal } from '#core/decimal.ts';
import type { Database, Tx } from '../db/database.ts';
import type { Deployment } from '../deployment.ts';
import type { ScheduledWorkRunner } from '../jobs/scheduled-work.ts';
import type { AnyProblemKind, Problem } from '../problem.ts';
import type { Deprecation } from './deprecation.ts';
import type { ListSpec, PageRequest } from './list.ts';
import type { PortalAccess, PortalView } from './portal-view.ts';
import type { StreamContext, StreamMessage, StreamSpec } from './stream-operation.ts';
import type { Writer } from './writer.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** `<area>:read` or `<area>:write`; an API key holds a set of them. */
export type Scope = `${ScopeArea}:${'read' | 'write'}`;
export const SCOPE_AREAS = [
  'customers',
  'accounts',
  'catalog',
  'plans',
  'events',
  'entitlements',
  'invoices',
  'credits',
  'wallet',
  'payments',
  'alerts',
  'reports',
  'files',
  'settings',
  'jobs',
  'portal',
  'webhooks',
  'org',
] as const;
export type ScopeArea = (typeof SCOPE_AREAS)[number];
export const SCOPES: readonly Scope[] = SCOPE_AREAS.flatMap(
  (area) => [`${area}:read`, `${area}:write`] as const,
);

export type Environment = 'production' | 'sandbox';

/** The organization that a request acts for: one environment of one tenant. */
export interface Org {
  /** Leads every key in the database. */
  orgId: number;
  /** The tenant's id on the wire, the same in both environments. */
  id: string;
  environment: Environment;
}

/** Who acts. */
export interface Actor {
  org: Org;
  /** Id of the credential, also of the key that a token was made from; a portal token has its own. */
  credentialId: string;
  /**
   * Counts the secrets that the key has had, from 1; what is made with one ends with it. 0:
   * there is no key.
   */
  keyRotation: number;
  scopes: ReadonlySet<Scope>;
  /** The bearer token as presented, when it is a token and not a key. */
  token: string | null;
  /** Real time at which the credential ends; null for a key without an end. */
  expiresAt: Temporal.Instant | null;
  /** What a portal token reaches; null for the organization's own credentials. */
  portal: PortalView | null;
}

export interface Context {
  tx: Tx;
  org: Org;
  /** The organization's clock; the only time a handler knows. */
  now: Temporal.Instant;
  actor: Actor;
  requestId: string;
  /** What links to this service begin with, such as `https://billing.example.com`; see `baseUrlOf`. */
  baseUrl: string;
  deployment: Deployment;
}

type In<S extends TSchema | undefined> = S extends TSchema ? Static<S> : undefined;

export interface Input<
  P extends TSchema | undefined,
  Q extends TSchema | undefined,
  B extends TSchema | undefined,
> {
  params: In<P>;
  query: In<Q>;
  body: In<B>;
  /** The page that a list operation is asked for. */
  page: PageRequest;
}

/**
 * An answer with another status than the declared one, from the declared alternatives; or with the declared
 * one and the legacy body.
 */
export class ApiResponse {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** An answer that is the same every time. Its text is made once for each way to write it. */
export class SameResponse extends ApiResponse {
  readonly #texts = new WeakMap<Writer, string>();

  textBy(write: Writer): string {
    return this.#texts.getOrInsertComputed(write, () => JSON.stringify(write(this.body)));
  }
}

/** A failure whose effects stay: the transaction commits, and the caller gets the problem. */
export class Refusal {
  readonly problem: Problem;

  constructor(problem: Problem) {
    this.problem = problem;
  }
}

export interface Declaration<
  P extends TObject | undefined,
  Q extends TObject | undefined,
  B extends TSchema | undefined,
  R extends TSchema,
> {
  id: string;
  method: Method;
  /** With path parameters in braces: `/accounts/{account_id}`. */
  route: string;
  /** Null: any valid credential. */
  scope: Scope | null;
  summary: string;
  description?: string;
  request?: { params?: P; query?: Q; body?: B; isBodyOptional?: boolean };
  /**
   * `alternatives` are further success statuses; `body` of another content type is sent as it is.
   * `headers` are further headers of a success, by their names. `legacyBody` is what the handler answers
   * instead of `body` where `WIRE_LEGACY` is on; the document keeps to `body`.
   */
  response: {
    status: number;
    body: R;
    alternatives?: Record<number, TSchema>;
    headers?: Record<string, TSchema>;
    legacyBody?: TSchema;
  };
  problems?: readonly AnyProblemKind[];
  /** Filters, search and sort of a list operation; adds its query parameters. */
  list?: ListSpec;
  /** Reads only: the transaction is read only. True for GET. */
  isRead?: boolean;
  /** Lets portal tokens in. Absent: 403 for every one of them. */
  portal?: PortalAccess;
  /** The answer holds a secret that must not be stored, so an Idempotency-Key is not kept for it. */
  answersSecret?: boolean;
  /** Members of the answer that are new each time, such as links that end; its ETag is without them. */
  transientMembers?: readonly string[];
  /** Bytes; over it the answer is `tooLargeStatus`. Default 1 MiB and 413. */
  bodyLimit?: number;
  tooLargeStatus?: 413 | 422;
  /** Exists in the sandbox only; 404 in production. */
  isSandboxOnly?: boolean;
  /** Which rate limit counts its calls; absent: that of all others. */
  rateClass?: 'ingest' | 'ingestBatch';
  /** The document marks it so, and answers carry the headers. */
  deprecated?: Deprecation;
  /**
   * Reads the usual body as its schema would; null for any other, which the schema then judges. For an
   * operation that is called so often that checking its schema counts.
   */
  readPlainBody?(body: unknown): unknown;
  /** Why the request cannot be taken now, asked before a byte of its body is read. */
  refuseEarly?(context: { database: Database; deployment: Deployment; org: Org }): Problem | null;
}

/**
 * What a handler may return for a response schema: optional members may also be null or undefined (the writer
 * omits
 * them), and an exact number may be its text from a stored document.
 */
export type Sent<T> = T extends Decimal
  ? Decimal | string
  : T extends string | number | boolean | null | undefined | Temporal.Instant | Temporal.PlainDate
    ? T
    : T extends readonly (infer I)[]
      ? readonly Sent<I>[]
      : { [K in keyof T]: object extends Pick<T, K> ? Sent<T[K]> | null | undefined : Sent<T[K]> };

type Handler<
  P extends TObject | undefined,
  Q extends TObject | undefined,
  B extends TSchema | undefined,
  R extends TSchema,
  X = undefined,
> = (
  context: Context,
  input: Input<P, Q, B>,
  prepared: X,
) => Promise<Sent<Static<R>> | ApiResponse | Refusal>;

/** What there is before the transaction begins. */
export type PrepareContext = Pick<Context, 'org' | 'deployment' | 'actor'>;

/** What a handler that spans several transactions, or shares one, gets instead of its own. */
export interface LongContext extends Omit<Context, 'tx' | 'now'> {
  database: Database;
  scheduledWork: ScheduledWorkRunner;
  /** Of the request's body, as it was sent. */
  bodyBytes: number;
  /** Whether the caller has hung up: nobody reads the response any more. */
  isAbandoned(): boolean;
}

/** What a handler gets whose caller shows no credential: it finds out itself whom it acts for. */
export interface AnonymousContext {
  database: Database;
  deployment: Deployment;
  /** Of the base URL. */
  environment: Environment;
  /** Of the caller, as far as proxies are believed. */
  address: string;
  requestId: string;
}

export interface Operation
  extends Declaration<TObject | undefined, TObject | undefined, TSchema | undefined, TSchema> {
  /** Heavy work on what was sent, done before the transaction begins; `handle` gets what it came to. */
  prepare?(context: PrepareContext, input: Input<never, never, never>): Promise<unknown>;
  handle?(context: Context, input: Input<never, never, never>, prepared?: unknown): Promise<unknown>;
  handleLong?(context: LongContext, input: Input<never, never, never>): Promise<unknown>;
  /** Of an operation that reads no credential (`anonymousOperation`). */
  handleAnonymous?(context: AnonymousContext, input: Input<never, never, never>): Promise<unknown>;
  /** Of an operation whose answer is a stream (`streamOperation`). */
  stream?: StreamSpec;
  handleStream?(context: StreamContext, input: never): Promise<AsyncIterable<StreamMessage>>;
}

/**
 * Declares one endpoint: its contract and its whole flow. The transaction is opened and ended around
 * `handle`.
 */
export function operation<
  R extends TSchema,
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TSchema | undefined = undefined,
  X = undefined,
>(
  declaration: Declaration<P, Q, B, R> & {
    prepare?(context: PrepareContext, input: Input<P, Q, B>): Promise<X>;
    handle: Handler<P, Q, B, R, X>;
  },
): Operation {
  return declaration as unknown as Operation;
}

/**
 * An operation whose work is many transactions, each complete in itself, or one that it shares with others.
 */
export function longOperation<
  R extends TSchema,
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TSchema | undefined = undefined,
>(
  declaration: Declaration<P, Q, B, R> & {
    handleLong(context: LongContext, input: Input<P, Q, B>): Promise<Sent<Static<R>> | ApiResponse>;
    /** In a transaction of the request's own, for one that has an Idempotency-Key. */
    handle?: Handler<P, Q, B, R>;
  },
): Operation {
  return declaration as unknown as Operation;
}

/**
 * An operation that anybody may call, as often as an address may without a credential: each call counts. Its
 * handler opens its own transactions, and keeps no Idempotency-Key, which belongs to a credential.
 */
export function anonymousOperation<
  R extends TSchema,
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TSchema | undefined = undefined,
>(
  declaration: Declaration<P, Q, B, R> & {
    handleAnonymous(context: AnonymousContext, input: Input<P, Q, B>): Promise<Sent<Static<R>>>;
  },
): Operation {
  return declaration as unknown as Operation;
}
