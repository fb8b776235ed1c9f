import type { Static, TObject, TSchema } from 'typebox';
import type { Decimal } from '#core/decimal.ts';
import type { Database, Tx } from '../db/database.ts';
import type { Deployment } from '../deployment.ts';
import type { AnyProblemKind, Problem } from '../problem.ts';
import type { ActorApproval } from './actor-approval.ts';
import type { AnonymousContext } from './anonymous-context.ts';
import type { Deprecation } from './deprecation.ts';
import type { ListSpec, PageRequest } from './list.ts';
import type { LongContext } from './long-context.ts';
import type { PortalAccess, PortalView } from './portal-view.ts';
import type { SessionUser } from './session-user.ts';
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
  'approvals',
  'requests',
  ...(['costs', 'sellers', 'org'] as const),
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

/** The authenticated caller. */
export interface Actor {
  org: Org;
  /** Id of the key (also for its tokens), of the portal token, or of the user who has a session. */
  credentialId: string;
  /**
   * Number of the key's current secret, from 1; rotating a secret ends the tokens issued with it. 0: no key.
   */
  keyRotation: number;
  scopes: ReadonlySet<Scope>;
  /** The bearer token as sent, if the credential is a token and not a key. */
  token: string | null;
  /** Real time at which the credential expires; null for a key that does not expire. */
  expiresAt: Temporal.Instant | null;
  /** What a portal token may access; null for the organization's own credentials. */
  portal: PortalView | null;
  /** The person whose session it is; absent for programs. */
  user?: SessionUser;
  /** Set while an approved request is executed in the name of the one who sent it. */
  approval?: ActorApproval;
}

export interface Context {
  tx: Tx;
  org: Org;
  /** The organization's clock: the only time that a handler may use. */
  now: Temporal.Instant;
  actor: Actor;
  requestId: string;
  /** The base of links to this service, such as `https://billing.example.com`; see `baseUrlOf`. */
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
  /** The requested page of a list operation. */
  page: PageRequest;
}

/**
 * A response with one of the declared alternative statuses, or with the declared status and the legacy body.
 */
export class ApiResponse {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** A constant response; its text is serialized once per writer. */
export class SameResponse extends ApiResponse {
  readonly #texts = new WeakMap<Writer, string>();

  textBy(write: Writer): string {
    return this.#texts.getOrInsertComputed(write, () => JSON.stringify(write(this.body)));
  }
}

/** A failure whose effects stay: the transaction commits, and the caller gets the problem. */
export class CommittedProblem {
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
   * `alternatives` are further success statuses; `body` of another content type is sent as is. `headers` are
   * further headers of a success, by name. `legacyBody` replaces `body` where `WIRE_LEGACY` is on; the
   * document describes `body`.
   */
  response: {
    status: number;
    body: R;
    alternatives?: Record<number, TSchema>;
    headers?: Record<string, TSchema>;
    legacyBody?: TSchema;
  };
  problems?: readonly AnyProblemKind[];
  /** Filters, search and sort orders of a list operation; adds its query parameters. */
  list?: ListSpec;
  /** The operation only reads, in a read-only transaction. Always true for GET. */
  isRead?: boolean;
  /** Admits portal tokens. Absent: 403 for all of them. */
  portal?: PortalAccess;
  /**
   * The response contains a secret that must not be stored, so no response is kept for its Idempotency-Key.
   */
  returnsSecret?: boolean;
  /** Members that differ in each response, such as expiring links; excluded from the ETag. */
  transientMembers?: readonly string[];
  /** In bytes; larger bodies get `tooLargeStatus`. Defaults: 1 MiB and 413. */
  bodyLimit?: number;
  tooLargeStatus?: 413 | 422;
  /** For people who have logged in only: 403 for keys and their tokens. */
  needsUser?: boolean;
  /** Concerns the person beyond the organization: 403 if only its identity provider vouches for it. */
  needsOwnLogin?: boolean;
  /** Sets the cookie of a session for an anonymous caller: pages of other sites may not call it. */
  beginsSession?: boolean;
  /** Exists in the sandbox only; 404 in production. */
  isSandboxOnly?: boolean;
  /**
   * The type of resource that the operation deletes, named by its first path parameter: a second person may
   * have to approve it.
   */
  deletes?: string;
  /** What it changes about who logs in as whom: with a policy, a second person always has to approve it. */
  givesAccess?: string;
  /** Members of the body that an approval shows to nobody. */
  secretMembers?: readonly string[];
  /** Records what has happened elsewhere, so that the request of a program never waits for approval. */
  reportsFacts?: boolean;
  /** The rate limit that counts its calls; absent: the general one. */
  rateClass?: 'ingest' | 'ingestBatch';
  /** Marks it in the document and adds the deprecation headers to responses. */
  deprecated?: Deprecation;
  /**
   * Reads the usual form of the body exactly as its schema would; null for any other form, which the schema
   * then validates. For operations called so often that schema validation is a noticeable cost.
   */
  readPlainBody?(body: unknown): unknown;
  /** A reason to reject the request now, checked before any byte of its body is read. */
  rejectEarly?(context: { database: Database; deployment: Deployment; org: Org }): Problem | null;
}

/**
 * What a handler may return for a response schema: optional members may also be null or undefined (the writer
 * omits them), and an exact number may be its text from a stored document.
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
) => Promise<Sent<Static<R>> | ApiResponse | CommittedProblem>;

/** What exists before the transaction begins; reads in transactions of its own. */
export type PrepareContext = Pick<Context, 'org' | 'deployment' | 'actor'> & { database: Database };

export interface Operation
  extends Declaration<TObject | undefined, TObject | undefined, TSchema | undefined, TSchema> {
  /** Heavy work on the input, done before the transaction begins; `handle` gets its result. */
  prepare?(context: PrepareContext, input: Input<never, never, never>): Promise<unknown>;
  handle?(context: Context, input: Input<never, never, never>, prepared?: unknown): Promise<unknown>;
  handleLong?(context: LongContext, input: Input<never, never, never>): Promise<unknown>;
  /** For operations without authentication (`anonymousOperation`). */
  handleAnonymous?(context: AnonymousContext, input: Input<never, never, never>): Promise<unknown>;
  /** For operations with a streamed response (`streamOperation`). */
  stream?: StreamSpec;
  handleStream?(context: StreamContext, input: never): Promise<AsyncIterable<StreamMessage>>;
}

/** Declares one endpoint: its contract and its whole flow. `handle` runs inside the request's transaction. */
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

/** Declares an operation that runs many transactions, each complete in itself, or shares one with others. */
export function longOperation<
  R extends TSchema,
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TSchema | undefined = undefined,
>(
  declaration: Declaration<P, Q, B, R> & {
    handleLong(context: LongContext, input: Input<P, Q, B>): Promise<Sent<Static<R>> | ApiResponse>;
    /** Used instead, in a transaction of the request's own, when the request has an Idempotency-Key. */
    handle?: Handler<P, Q, B, R>;
  },
): Operation {
  return declaration as unknown as Operation;
}

/**
 * Declares an operation without authentication, within the rate limit of the caller's IP address: each call
 * counts. Its handler opens its own transactions and supports no Idempotency-Key, which belongs to a
 * credential.
 */
export function anonymousOperation<
  R extends TSchema,
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TSchema | undefined = undefined,
>(
  declaration: Declaration<P, Q, B, R> & {
    handleAnonymous(context: AnonymousContext, input: Input<P, Q, B>): Promise<Sent<Static<R>> | ApiResponse>;
  },
): Operation {
  return declaration as unknown as Operation;
}
