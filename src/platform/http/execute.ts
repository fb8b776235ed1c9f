import { readClock } from '../db/clock.ts';
import { type Database, sqlState, type Tx } from '../db/database.ts';
import {
  hashBody,
  type IdempotentRequest,
  inSavepoint,
  type StoredResponse,
  storeResponse,
  takeIdempotencyKey,
} from '../db/idempotency.ts';
import { nameActor, type TxActor } from '../db/tx-actor.ts';
import type { Deployment } from '../deployment.ts';
import type { ScheduledWorkRunner } from '../jobs/scheduled-work.ts';
import { invalidRequest, Problem } from '../problem.ts';
import { HeadedResponse, type ResponseHeaders } from './headed-response.ts';
import {
  type Actor,
  ApiResponse,
  type Context,
  type Input,
  type LongContext,
  type Operation,
  Refusal,
  SameResponse,
} from './operation.ts';
import type { PageTokens } from './page-token.ts';
import { checkPortalRequest, outsidePortal } from './portal-access.ts';
import { onlyIfUnchanged, type Precondition } from './precondition.ts';
import { type LongText, printInTurns } from './print-in-turns.ts';
import { prepareInput, readInput } from './read-input.ts';
import type { LongValidator } from './validate-in-turns.ts';
import type { Validator } from './validation.ts';
import type { Writer } from './writer.ts';

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
  baseUrl: string;
  path: string;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
  rawBody: Buffer;
  idempotencyKey: string | undefined;
  /** Whether the caller has disconnected, so that nobody reads the response. */
  isAbandoned(): boolean;
}

export interface OperationRequest extends SentRequest {
  actor: Actor;
  precondition: Precondition | null;
}

export interface OperationResponse {
  status: number;
  text: string | LongText;
  headers?: ResponseHeaders | null;
  isReplayed?: boolean;
}

export interface Executor {
  database: Database;
  deployment: Deployment;
  scheduledWork: ScheduledWorkRunner;
  tokens: PageTokens;
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Validates the request, runs the handler in the request's one transaction, and returns the response text.
 */
export async function execute(
  executor: Executor,
  compiled: CompiledOperation,
  request: OperationRequest,
): Promise<OperationResponse> {
  const prepares = prepareInput(compiled, request);
  if (prepares) await prepares;
  const input = readInput(executor, compiled, request);
  const { operation } = compiled;
  const { portal } = request.actor;
  if (portal) checkPortalRequest(portal, operation, request);
  const isOwn = operation.handle !== undefined && request.idempotencyKey !== undefined;
  if (operation.handleLong && !isOwn) {
    const result = await operation.handleLong(longContext(executor, request), input);
    return answerText(compiled.writers, operation, result);
  }
  const { deployment } = executor;
  const { actor } = request;
  const prepared = await operation.prepare?.({ org: actor.org, deployment, actor }, input);
  try {
    return await executeInTransaction(executor, compiled, { request, input, prepared });
  } catch (error) {
    // Row-level security rejects rows that a portal token may not access.
    throw portal && sqlState(error) === '42501' ? outsidePortal() : error;
  }
}

interface Asked {
  request: OperationRequest;
  input: Input<never, never, never>;
  /** What the operation prepared before the transaction. */
  prepared: unknown;
}

function longContext(
  { database, scheduledWork, deployment }: Executor,
  request: OperationRequest,
): LongContext {
  const { actor, requestId, baseUrl, rawBody, isAbandoned } = request;
  const bodyBytes = rawBody.length;
  return {
    database,
    scheduledWork,
    deployment,
    org: actor.org,
    actor,
    requestId,
    baseUrl,
    bodyBytes,
    isAbandoned,
  };
}

function executeInTransaction(
  executor: Executor,
  compiled: CompiledOperation,
  { request, input, prepared }: Asked,
): Promise<OperationResponse> {
  const { operation } = compiled;
  const { org, portal } = request.actor;
  const writers = portal ? compiled.portalWriters : compiled.writers;
  const access = operation.method === 'GET' || operation.isRead ? 'read' : 'write';
  const actor = access === 'write' && { actor: auditedActor(operation, request) };
  const scope = { orgId: org.orgId, access, ...(portal && { portal }), ...actor } as const;
  return executor.database.transaction(scope, (tx) => {
    const handle = async () => {
      const made = await context(executor, tx, request);
      const run = () => runHandler(operation, made, { input, prepared });
      const { precondition } = request;
      const result = precondition
        ? await onlyIfUnchanged(executor, { precondition, context: made }, run)
        : await run();
      return answerText(writers, operation, result);
    };
    const idempotent = access === 'write' ? readIdempotency(operation, request) : null;
    return idempotent ? onlyOnce(tx, idempotent, handle) : handle();
  });
}

/** The actor that the audit log records for the changes of a request. */
function auditedActor(operation: Operation, { actor, requestId, address }: OperationRequest): TxActor {
  return { ...nameActor(actor), requestId, operationId: operation.id, address };
}

async function context(executor: Executor, tx: Tx, request: OperationRequest): Promise<Context> {
  const { actor, requestId, baseUrl } = request;
  const now = await readClock(tx, actor.org);
  return { tx, org: actor.org, actor, requestId, baseUrl, now, deployment: executor.deployment };
}

function runHandler(
  operation: Operation,
  context: Context,
  { input, prepared }: Pick<Asked, 'input' | 'prepared'>,
): Promise<unknown> {
  if (!operation.handle) throw new Error(`operation ${operation.id} has no handler`);
  return operation.handle(context, input, prepared);
}

function readIdempotency(operation: Operation, request: OperationRequest): IdempotentRequest | null {
  const key = request.idempotencyKey;
  if (key === undefined || (operation.method !== 'POST' && operation.method !== 'PATCH')) return null;
  if (!IDEMPOTENCY_KEY.test(key))
    throw invalidRequest({ problems: ['Idempotency-Key: must have 1 to 255 visible ASCII characters'] });
  if (operation.answersSecret) return null;
  const { actor, path, rawBody } = request;
  return {
    orgId: actor.org.orgId,
    subject: actor.credentialId,
    operation: operation.id,
    path,
    key,
    bodyHash: hashBody(rawBody),
  };
}

/** Error responses are stored under the key too, except those that mean "not now" or "not you". */
const NOT_STORED = new Set([401, 403, 409, 429]);

async function onlyOnce(
  tx: Tx,
  request: IdempotentRequest,
  handle: () => Promise<OperationResponse>,
): Promise<OperationResponse> {
  const stored = await takeIdempotencyKey(tx, request);
  if (stored) {
    const { status, body: text, headers } = stored;
    if (status < 400) return { status, text, ...(headers && { headers }), isReplayed: true };
    throw new ReplayedProblem(status as Problem['status'], stored);
  }
  try {
    const response = await inSavepoint(tx, handle);
    // A committed error is stored whatever its status: its effects are committed, so its response must be
    // too.
    const refused = problemOf(response);
    await storeResponse(
      tx,
      request,
      refused ? storedForm(refused) : { ...response, body: String(response.text) },
    );
    return response;
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500 || NOT_STORED.has(error.status)) throw error;
    await storeResponse(tx, request, storedForm(error));
    return new CommittedErrorResponse(error);
  }
}

function storedForm({ status, code, message, headers }: Problem) {
  return { status, body: `${code}\n${message}`, headers: Object.keys(headers).length > 0 ? headers : null };
}

/**
 * An error whose effects, or whose idempotency key row, must be committed: it leaves the transaction as a
 * response and becomes a problem outside.
 */
class CommittedErrorResponse implements OperationResponse {
  readonly status: number;
  readonly text = '';
  readonly problem: Problem;

  constructor(problem: Problem) {
    this.status = problem.status;
    this.problem = problem;
  }
}

export function problemOf(response: OperationResponse): Problem | null {
  return response instanceof CommittedErrorResponse ? response.problem : null;
}

class ReplayedProblem extends Problem {
  constructor(status: Problem['status'], { body, headers }: StoredResponse) {
    const [code = '', ...message] = body.split('\n');
    const replayed = { ...headers, 'idempotency-replayed': 'true' };
    super(code, status, { message: message.join('\n'), headers: replayed });
  }
}

/** Synchronous if the text exists already: the response to an event is serialized once for all of them. */
export function answerText(
  writers: ReadonlyMap<number, Writer>,
  operation: Operation,
  handled: unknown,
): OperationResponse | Promise<OperationResponse> {
  if (handled instanceof Refusal) return new CommittedErrorResponse(handled.problem);
  const [result, headers] =
    handled instanceof HeadedResponse ? [handled.answer, handled.headers] : [handled, null];
  const isAnswer = result instanceof ApiResponse;
  const status = isAnswer ? result.status : operation.response.status;
  const write = writers.get(status);
  if (!write) throw new Error(`operation ${operation.id} answered the undeclared status ${status}`);
  if (result instanceof SameResponse) return { status, text: result.textBy(write), headers };
  return printInTurns(write, isAnswer ? result.body : result).then((text) => ({ status, text, headers }));
}
